# For nixpkgs, or `nix-build -E 'with import <nixpkgs> { }; callPackage ./urispec.nix { src = PATH; }'`. Cargo.lock says
# which crates are fetched, with their checksums, so that no other hash is needed.
{ lib, rustPlatform, installShellFiles, src }:

rustPlatform.buildRustPackage {
  pname = "urispec";
  version = "@VERSION@";
  inherit src;

  cargoLock.lockFile = "${src}/Cargo.lock";
  cargoBuildFlags = [ "-p" "urispec-cli" ];
  # The tests compile a hundred crates more.
  doCheck = false;

  nativeBuildInputs = [ installShellFiles ];
  postInstall = ''
    $out/bin/urispec man man1
    installManPage man1/*.1
    for shell in bash fish zsh; do
      $out/bin/urispec completions $shell > urispec.$shell
      installShellCompletion --cmd urispec --$shell urispec.$shell
    done
  '';

  meta = {
    description = "The URI specifications, executable";
    homepage = "@REPOSITORY@";
    license = with lib.licenses; [ mit asl20 ];
    mainProgram = "urispec";
  };
}
