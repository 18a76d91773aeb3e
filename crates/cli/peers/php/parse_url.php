<?php
// PHP, `parse_url`. It follows no document, decodes nothing, and replaces control characters by "_". It does not
// resolve.

function answer(string $input): array
{
    $url = parse_url($input);
    if ($url === false) {
        return ["valid" => false, "error" => "parse_url is false"];
    }
    $userinfo = $url["user"] ?? null;
    if (isset($url["pass"])) {
        $userinfo .= ":" . $url["pass"];
    }
    $told = ["valid" => true, "userinfo" => $userinfo, "port" => isset($url["port"]) ? (string) $url["port"] : null];
    foreach (["scheme", "host", "path", "query", "fragment"] as $name) {
        $told[$name] = $url[$name] ?? null;
    }
    return $told;
}

$first = ["reader" => "PHP " . PHP_VERSION . " parse_url"];
while (($line = fgets(STDIN)) !== false) {
    $question = json_decode($line, true, 4, JSON_THROW_ON_ERROR);
    $told = isset($question["base"]) ? ["valid" => null] : answer($question["input"]);
    echo json_encode($told + $first, JSON_THROW_ON_ERROR | JSON_INVALID_UTF8_SUBSTITUTE), "\n";
    flush();
    $first = [];
}
