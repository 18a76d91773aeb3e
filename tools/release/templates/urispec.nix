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
    for program in urispec grammar-audit; do
      $out/bin/$program man man1
      for shell in bash fish zsh; do
        $out/bin/$program completions $shell > $program.$shell
        installShellCompletion --cmd $program --$shell $program.$shell
      done
    done
    installManPage man1/*.1
  '';

  meta = {
    description = "The URI specifications, executable";
    homepage = "@REPOSITORY@";
    license = with lib.licenses; [ mit asl20 ];
    mainProgram = "urispec";
  };
}
