import java.util.*;
import org.eclipse.jetty.http.HttpURI;

/** Jetty, `HttpURI`, the parser of request targets. Nothing is decoded. It does not resolve. */
class Jetty implements Peer.Parser<HttpURI> {
    public String reader() { return "Jetty " + org.eclipse.jetty.util.Jetty.VERSION + " HttpURI"; }

    public HttpURI parse(String input) { return new HttpURI(input); }

    public void tell(HttpURI uri, Map<String, String> told) {
        told.put("scheme", uri.getScheme());
        told.put("userinfo", uri.getUser());
        told.put("host", uri.getHost());
        told.put("port", uri.getPort() < 0 ? null : "" + uri.getPort());
        told.put("path", Objects.toString(uri.getPath(), ""));
        told.put("query", uri.getQuery());
        told.put("fragment", uri.getFragment());
    }

    public boolean rejects(Exception error) { return error instanceof IllegalArgumentException; }
}
