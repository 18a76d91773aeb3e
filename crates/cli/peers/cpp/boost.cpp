// Boost.URL, `parse_uri_reference`. Nothing is decoded.
#include "peer.h"
#include <boost/url.hpp>
#include <boost/version.hpp>

using namespace boost::urls;

Parts answer(const std::string &input, const std::string *base) {
    auto text = [](auto view) { return Text(std::string(view.data(), view.size())); };
    url_view uri = parse_uri_reference(input).value();
    if (base) {
        url target;
        // Without `value()`, an error would be ignored.
        resolve(parse_uri_reference(*base).value(), uri, target).value();
        return {{"target", text(target.buffer())}};
    }
    auto some = [&](bool is_defined, auto view) { return is_defined ? text(view) : std::nullopt; };
    url normal(uri);
    normal.normalize();
    return {
        {"scheme", some(uri.has_scheme(), uri.scheme())},
        {"authority", some(uri.has_authority(), uri.encoded_authority())},
        {"userinfo", some(uri.has_userinfo(), uri.encoded_userinfo())},
        {"host", some(uri.has_authority(), uri.encoded_host())},
        {"port", some(uri.has_port(), uri.port())},
        {"path", text(uri.encoded_path())},
        {"query", some(uri.has_query(), uri.encoded_query())},
        {"fragment", some(uri.has_fragment(), uri.encoded_fragment())},
        {"normalized", text(normal.buffer())},
    };
}

int main() {
    std::string version = BOOST_LIB_VERSION;
    for (char &c : version) if (c == '_') c = '.';
    return serve<std::exception>("Boost.URL " + version, answer);
}
