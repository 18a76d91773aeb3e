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

def checked(input, base)
  answer(input, base)
rescue URI::Error => error
  { valid: false, error: error.message }
end

# Parses or resolves the strings of a file, several times, and reports the seconds of the fastest round.
def timed(question)
  strings = File.read(question["time"], encoding: "UTF-8").chomp("\n").split("\n", -1)
  seconds = question["rounds"].times.map do
    start = Process.clock_gettime(Process::CLOCK_MONOTONIC)
    strings.each do |text|
      question["base"] ? URI.join(question["base"], text).to_s : URI.parse(text)
    rescue URI::Error
    end
    Process.clock_gettime(Process::CLOCK_MONOTONIC) - start
  end
  { seconds: seconds.min, strings: strings.size }
end

reader = { reader: "Ruby #{RUBY_VERSION} URI #{URI::VERSION}" }
$stdin.each_line do |line|
  question = JSON.parse(line)
  told = question["time"] ? timed(question) : checked(question["input"], question["base"])
  $stdout.puts(JSON.generate({ **told, **reader }, ascii_only: true))
  $stdout.flush
  reader = {}
end
