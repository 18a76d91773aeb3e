# Ruby, URI: `URI.parse` for the verdict, `URI.split` for the components, which are as written. An opaque part, which
# includes the query, is reported as the path.
require "json"
require "uri"

def answer(input, base)
  uri = URI.parse(input)
  return { valid: true, target: URI.join(base, input).to_s } if base

  scheme, userinfo, host, port, _registry, path, opaque, query, fragment = URI.split(input)
  { valid: true, scheme:, userinfo:, host:, port:, path: opaque || path, query:, fragment:,
    normalized: uri.normalize.to_s }
end

reader = { reader: "Ruby #{RUBY_VERSION} URI #{URI::VERSION}" }
$stdin.each_line do |line|
  question = JSON.parse(line)
  told = begin
    answer(question["input"], question["base"])
  rescue URI::Error => error
    { valid: false, error: error.message }
  end
  $stdout.puts(JSON.generate({ **told, **reader }, ascii_only: true))
  $stdout.flush
  reader = {}
end
