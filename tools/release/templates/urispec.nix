# For nixpkgs, or `nix-build -E 'with import <nixpkgs> { }; callPackage ./urispec.nix { src = PATH; }'`. Cargo.lock
# lists the crates with their checksums, so that no other hash is necessary.
{ lib, rustPlatform, installShellFiles, src }:

rustPlatform.buildRustPackage {
  pname = "urispec";
  version = "@VERSION@";
  inherit src;

  cargoLock.lockFile = "${src}/Cargo.lock";
  cargoBuildFlags = [ "-p" "urispec-cli" ];
  # The tests would compile a hundred more crates.
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
