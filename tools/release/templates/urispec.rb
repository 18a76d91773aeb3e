# The Homebrew formula, for Formula/ in a tap.
class Urispec < Formula
  desc "URI specifications, executable"
  homepage "@REPOSITORY@"
  version "@VERSION@"
  license any_of: ["MIT", "Apache-2.0"]

  on_macos do
    on_arm do
      url "@REPOSITORY@/releases/download/v@VERSION@/urispec-@VERSION@-aarch64-apple-darwin.tar.gz"
      sha256 "@SHA256 aarch64-apple-darwin.tar.gz@"
    end
    on_intel do
      url "@REPOSITORY@/releases/download/v@VERSION@/urispec-@VERSION@-x86_64-apple-darwin.tar.gz"
      sha256 "@SHA256 x86_64-apple-darwin.tar.gz@"
    end
  end

  on_linux do
    on_arm do
      url "@REPOSITORY@/releases/download/v@VERSION@/urispec-@VERSION@-aarch64-unknown-linux-musl.tar.gz"
      sha256 "@SHA256 aarch64-unknown-linux-musl.tar.gz@"
    end
    on_intel do
      url "@REPOSITORY@/releases/download/v@VERSION@/urispec-@VERSION@-x86_64-unknown-linux-musl.tar.gz"
      sha256 "@SHA256 x86_64-unknown-linux-musl.tar.gz@"
    end
  end

  def install
    bin.install "urispec", "grammar-audit"
    man1.install Dir["man/man1/*.1"]
    %w[urispec grammar-audit].each do |program|
      bash_completion.install "completions/#{program}.bash" => program
      zsh_completion.install "completions/_#{program}"
      fish_completion.install "completions/#{program}.fish"
    end
  end

  test do
    assert_equal "http://a/b/g\n", shell_output("#{bin}/urispec resolve --base 'http://a/b/c/d;p?q' ../g")
  end
end
