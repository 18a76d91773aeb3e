// The loop and the JSON of all adapters in C++. An adapter calls `serve` with the name of its parser and a function that
// answers one question; an exception of the given type is a rejection.
#include <chrono>
#include <cstdio>
#include <fstream>
#include <iostream>
#include <limits>
#include <optional>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

using Text = std::optional<std::string>;
using Parts = std::vector<std::pair<std::string, Text>>;

inline bool is_utf8(const std::string &text) {
    int more = 0;
    for (unsigned char c : text) {
        if (c >> 6 == 2 ? --more < 0 : more != 0) return false;
        if (c >= 0xC0) more = c < 0xE0 ? 1 : c < 0xF0 ? 2 : 3;
    }
    return more == 0;
}

inline std::string quoted(const Text &text) {
    if (!text) return "null";
    std::string out = "\"";
    bool is_valid = is_utf8(*text);
    for (unsigned char c : *text) {
        char escaped[8];
        if (c > 127 && !is_valid) out += "\\ufffd";
        else
        if (c == '"' || c == '\\') out += '\\', out += c;
        else if (c < ' ' || c == 127) snprintf(escaped, sizeof escaped, "\\u%04x", c), out += escaped;
        else out += c;
    }
    return out + '"';
}

inline void append_utf8(std::string &out, unsigned code) {
    if (code < 0x80) return void(out += code);
    int more = code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
    out += (0xFF00 >> (more + 1) & 0xFF) | code >> 6 * more;
    while (more--) out += 0x80 | (code >> 6 * more & 0x3F);
}

// The texts of {"input":"…"} or {"input":"…","base":"…"}, in that order.
inline std::vector<std::string> texts(const std::string &line) {
    std::vector<std::string> found;
    for (size_t at = 0; (at = line.find(":\"", at)) != line.npos; at++) {
        std::string text;
        auto unit = [&] { at += 6; return std::stoul(line.substr(at - 4, 4), nullptr, 16); };
        for (at += 2; line[at] != '"';) {
            if (line[at] != '\\') text += line[at++];
            else if (line[at + 1] != 'u') text += line[at + 1], at += 2;
            else {
                unsigned code = unit();
                if (code >> 10 == 0x36) code = 0x10000 + ((code & 0x3FF) << 10) + (unit() & 0x3FF);
                append_utf8(text, code);
            }
        }
        found.push_back(text);
    }
    return found;
}

template <class Rejection, class Answer> int serve(const std::string &reader, Answer answer) {
    std::string first = ",\"reader\":" + quoted(reader);
    auto checked = [&](const std::string &input, const std::string *base) {
        try {
            std::string out = "{\"valid\":true";
            for (auto &[name, part] : answer(input, base)) out += ",\"" + name + "\":" + quoted(part);
            return out;
        } catch (const Rejection &error) {
            return "{\"valid\":false,\"error\":" + quoted(error.what());
        }
    };
    // Answers the strings of a file, several times, and reports the seconds of the fastest round.
    auto timed = [&](const std::string &line, const std::vector<std::string> &about) {
        std::ifstream file(about[0]);
        std::vector<std::string> strings;
        for (std::string text; std::getline(file, text);) strings.push_back(text);
        double seconds = std::numeric_limits<double>::infinity();
        for (int left = std::stoi(line.substr(line.find("\"rounds\":") + 9)); left > 0; left--) {
            auto begin = std::chrono::steady_clock::now();
            for (auto &text : strings) {
                try {
                    answer(text, about.size() > 1 ? &about[1] : nullptr);
                } catch (const Rejection &) {
                }
            }
            seconds = std::min(seconds, std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count());
        }
        std::ostringstream out;
        out << "{\"seconds\":" << seconds << ",\"strings\":" << strings.size();
        return out.str();
    };
    for (std::string line; std::getline(std::cin, line); first.clear()) {
        auto about = texts(line);
        bool is_timed = line.rfind("{\"time\"", 0) == 0;
        std::cout << (is_timed ? timed(line, about) : checked(about[0], about.size() > 1 ? &about[1] : nullptr));
        std::cout << first << "}" << std::endl;
    }
    return 0;
}
