import java.util.*;
import org.springframework.web.util.*;

/**
 * Spring, `UriComponentsBuilder.fromUriString`, by a regular expression like that of RFC 3986, Appendix B. Nothing is
 * decoded. An opaque URI has no path; its scheme-specific part is reported as the path. It does not resolve.
 */
class Spring implements Peer.Parser<UriComponents> {
    public String reader() { return "Spring " + org.springframework.core.SpringVersion.getVersion() + " UriComponentsBuilder"; }

    public UriComponents parse(String input) { return UriComponentsBuilder.fromUriString(input).build(); }

    public void tell(UriComponents uri, Map<String, String> told) {
        String opaque = uri.getSchemeSpecificPart();
        told.put("scheme", uri.getScheme());
        told.put("userinfo", uri.getUserInfo());
        told.put("host", uri.getHost());
        told.put("port", uri.getPort() < 0 ? null : "" + uri.getPort());
        told.put("path", opaque != null ? opaque : Objects.toString(uri.getPath(), ""));
        told.put("query", uri.getQuery());
        told.put("fragment", uri.getFragment());
        told.put("normalized", uri.normalize().toUriString());
    }

    public boolean rejects(Exception error) {
        return error instanceof IllegalArgumentException || error instanceof IllegalStateException;
    }
}
