import java.net.*;
import java.util.*;

/**
 * The class `java.net.URL`, which follows no document. There is no verdict on a string without a protocol, or with one that
 * has no handler, since the parser is never called.
 */
class JavaUrl implements Peer.Parser<URL> {
    public String reader() { return "Java " + System.getProperty("java.version") + " java.net.URL"; }

    public URL parse(String input) throws MalformedURLException { return url(null, input); }

    public Object resolve(String base, String input) throws MalformedURLException { return url(new URL(base), input); }

    static URL url(URL base, String input) throws MalformedURLException {
        try {
            return new URL(base, input);
        } catch (MalformedURLException error) {
            String why = String.valueOf(error.getMessage());
            if (why.startsWith("no protocol:") || why.startsWith("unknown protocol:")) throw new Peer.Unjudged(why);
            throw error;
        }
    }

    public void tell(URL url, Map<String, String> told) {
        told.put("scheme", url.getProtocol());
        told.put("authority", url.getAuthority());
        told.put("userinfo", url.getUserInfo());
        told.put("host", url.getHost());
        told.put("port", url.getPort() < 0 ? null : "" + url.getPort());
        told.put("path", url.getPath());
        told.put("query", url.getQuery());
        told.put("fragment", url.getRef());
    }

    public boolean rejects(Exception error) { return error instanceof MalformedURLException; }
}
