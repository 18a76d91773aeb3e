import java.util.*;
import okhttp3.HttpUrl;

/**
 * OkHttp, `HttpUrl.get`. There is no verdict on a string without a scheme, nor on another scheme than http and https.
 *
 * The components are encoded, except for the host, which is the one that is contacted; an IPv6 address has no brackets. A
 * default port is not reported, since the parser adds it. It does not distinguish an empty userinfo from an undefined one.
 */
class OkHttp implements Peer.Parser<HttpUrl> {
    public String reader() { return okhttp3.internal.Version.userAgent().replace("okhttp/", "OkHttp ") + " HttpUrl"; }

    public HttpUrl parse(String input) {
        try {
            return HttpUrl.get(input);
        } catch (IllegalArgumentException error) {
            String why = String.valueOf(error.getMessage());
            throw why.startsWith("Expected URL scheme") ? new Peer.Unjudged(why) : error;
        }
    }

    public Object resolve(String base, String input) {
        HttpUrl target = HttpUrl.get(base).resolve(input);
        // This is also the answer for another scheme.
        if (target == null) throw new Peer.Unjudged("resolve is null");
        return target;
    }

    public void tell(HttpUrl url, Map<String, String> told) {
        told.put("scheme", url.scheme());
        String password = url.encodedPassword();
        String userinfo = url.encodedUsername() + (password.isEmpty() ? "" : ":" + password);
        if (!userinfo.isEmpty()) told.put("userinfo", userinfo);
        told.put("host", url.host());
        if (url.port() != HttpUrl.defaultPort(url.scheme())) told.put("port", "" + url.port());
        told.put("path", url.encodedPath());
        told.put("query", url.encodedQuery());
        told.put("fragment", url.encodedFragment());
        told.put("normalized", url.toString());
    }

    public boolean rejects(Exception error) { return error instanceof IllegalArgumentException; }
}
