// POCO, `Poco::URI`. The host is the one that is contacted, in lower case.
//
// Path and fragment are decoded, so they are reported only if they have no escape; so is the userinfo. Empty components
// are not distinguished from undefined ones. A default port is not reported, since the parser adds it.
#include "peer.h"
#include <Poco/Exception.h>
#include <Poco/URI.h>
#include <Poco/Version.h>

Parts answer(const std::string &input, const std::string *base) {
    if (base) {
        Poco::URI target(*base);
        target.resolve(input);
        return {{"target", target.toString()}};
    }
    Poco::URI uri(input);
    Parts told;
    auto some = [&](const char *name, const std::string &part) { if (!part.empty()) told.push_back({name, part}); };
    bool has_escape = input.find('%') != input.npos;
    some("scheme", uri.getScheme());
    some("host", uri.getHost());
    some("query", uri.getRawQuery());
    if (!has_escape) some("userinfo", uri.getUserInfo()), some("fragment", uri.getFragment());
    if (!has_escape) told.push_back({"path", uri.getPath()});
    unsigned short port = uri.getPort();
    uri.setPort(0);
    if (port != uri.getPort()) told.push_back({"port", std::to_string(port)});
    return told;
}

int main() {
    unsigned version = POCO_VERSION;
    std::ostringstream reader;
    reader << "POCO " << (version >> 24) << "." << (version >> 16 & 255) << "." << (version >> 8 & 255) << " Poco::URI";
    return serve<Poco::Exception>(reader.str(), answer);
}
