import java.net.*;
import java.util.*;

/**
 * The class `java.net.URI`: RFC 2396 with its own amendments. Nothing is decoded. An opaque URI has neither path nor query;
 * its opaque part is reported as the path. A port of -1 is undefined, and so is an empty one.
 */
class JavaUri implements Peer.Parser<URI> {
    public String reader() { return "Java " + System.getProperty("java.version") + " java.net.URI"; }

    public URI parse(String input) throws URISyntaxException { return new URI(input); }

    public Object resolve(String base, String input) throws URISyntaxException {
        URI uri = new URI(input);
        return new URI(base).resolve(uri);
    }

    public void tell(URI uri, Map<String, String> told) {
        told.put("scheme", uri.getScheme());
        told.put("authority", uri.getRawAuthority());
        told.put("userinfo", uri.getRawUserInfo());
        told.put("host", uri.getHost());
        told.put("port", uri.getPort() < 0 ? null : "" + uri.getPort());
        told.put("path", uri.isOpaque() ? uri.getRawSchemeSpecificPart() : uri.getRawPath());
        told.put("query", uri.getRawQuery());
        told.put("fragment", uri.getRawFragment());
        told.put("normalized", uri.normalize().toString());
    }

    public boolean rejects(Exception error) { return error instanceof URISyntaxException; }
}
