<?php
// PHP: `parse_url`, and the classes of PHP 8.5. The argument names the parser.
//
// `parse_url` follows no document, decodes nothing, and replaces control characters by "_". It does not resolve.
// `Uri\Rfc3986\Uri` is the library uriparser, and `Uri\WhatWg\Url` the library Lexbor. The latter does not judge a string
// that has a meaning only with a base.

function tell_array(array $url): array
{
    $userinfo = $url["user"] ?? null;
    if (isset($url["pass"])) {
        $userinfo .= ":" . $url["pass"];
    }
    $told = ["userinfo" => $userinfo, "port" => isset($url["port"]) ? (string) $url["port"] : null];
    foreach (["scheme", "host", "path", "query", "fragment"] as $name) {
        $told[$name] = $url[$name] ?? null;
    }
    return $told;
}

function tell_uri(Uri\Rfc3986\Uri $uri): array
{
    $told = [
        "scheme" => $uri->getRawScheme(), "userinfo" => $uri->getRawUserInfo(), "host" => $uri->getRawHost(),
        "path" => $uri->getRawPath(), "query" => $uri->getRawQuery(), "fragment" => $uri->getRawFragment(),
        "normalized" => $uri->toString(),
    ];
    // The port is a number, and null if it is empty, too.
    $port = $uri->getPort();
    return $port === null ? $told : $told + ["port" => (string) $port];
}

function tell_url(Uri\WhatWg\Url $url): array
{
    $password = $url->getPassword() ?? "";
    $userinfo = ($url->getUsername() ?? "") . ($password === "" ? "" : ":$password");
    return [
        "scheme" => $url->getScheme(), "userinfo" => $userinfo === "" ? null : $userinfo, "host" => $url->getAsciiHost(),
        "port" => $url->getPort() === null ? null : (string) $url->getPort(), "path" => $url->getPath(),
        "query" => $url->getQuery(), "fragment" => $url->getFragment(), "normalized" => $url->toAsciiString(),
    ];
}

// Spaces and controls before the scheme, and tabs and line breaks in it, are removed.
const SCHEME = '/^[\0- ]*[A-Za-z][A-Za-z0-9+.\-\t\n\r]*:/';

// The name of each parser; how it parses, resolves and reports; and whether it judges a string.
[$name, $parse, $resolve, $tell, $judges] = [
    "php" => ["parse_url", "parse_url", null, "tell_array", fn($input) => true],
    "php-rfc3986" => [
        'Uri\Rfc3986\Uri',
        fn($input) => new Uri\Rfc3986\Uri($input),
        fn($base, $input) => (new Uri\Rfc3986\Uri($base))->resolve($input)->toRawString(),
        "tell_uri",
        fn($input) => true,
    ],
    "php-whatwg" => [
        'Uri\WhatWg\Url',
        fn($input) => new Uri\WhatWg\Url($input),
        fn($base, $input) => (new Uri\WhatWg\Url($base))->resolve($input)->toAsciiString(),
        "tell_url",
        fn($input) => preg_match(SCHEME, $input) === 1,
    ],
][$argv[1]];
if (!function_exists($name) && !class_exists($name)) {
    echo json_encode(["absent" => "no $name in PHP " . PHP_VERSION]), "\n";
    exit(127);
}

$answer = function (string $input, ?string $base) use ($parse, $resolve, $tell, $judges): array {
    if ($base === null ? !$judges($input) : $resolve === null) {
        return ["valid" => null];
    }
    try {
        if ($base !== null) {
            return ["valid" => true, "target" => $resolve($base, $input)];
        }
        $url = $parse($input);
    } catch (Uri\UriException $error) {
        return ["valid" => false, "error" => $error->getMessage()];
    }
    return $url === false ? ["valid" => false, "error" => "parse_url is false"] : ["valid" => true] + $tell($url);
};

// Parses or resolves the strings of a file, several times, and reports the seconds of the fastest round.
$timed = function (array $question) use ($parse, $resolve): array {
    // In WebAssembly, the files of the machine are below `/host`.
    $file = (is_dir("/host") ? "/host" : "") . $question["time"];
    $strings = explode("\n", preg_replace('/\n$/D', "", file_get_contents($file)));
    $base = $question["base"] ?? null;
    if ($base !== null && $resolve === null) {
        return ["seconds" => null, "strings" => count($strings)];
    }
    $seconds = INF;
    for ($round = 0; $round < $question["rounds"]; $round++) {
        $begin = hrtime(true);
        foreach ($strings as $text) {
            try {
                $base === null ? $parse($text) : $resolve($base, $text);
            } catch (Uri\UriException) {
            }
        }
        $seconds = min($seconds, (hrtime(true) - $begin) / 1e9);
    }
    return ["seconds" => $seconds, "strings" => count($strings)];
};

$first = ["reader" => "PHP " . PHP_VERSION . " $name"];
while (($line = fgets(STDIN)) !== false) {
    $question = json_decode($line, true, 4, JSON_THROW_ON_ERROR);
    $told = isset($question["time"]) ? $timed($question) : $answer($question["input"], $question["base"] ?? null);
    echo json_encode($told + $first, JSON_THROW_ON_ERROR | JSON_INVALID_UTF8_SUBSTITUTE), "\n";
    flush();
    $first = [];
}
