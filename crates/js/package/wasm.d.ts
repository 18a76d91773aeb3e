// WebAssembly as base64 text, which the bundler embeds.
declare module "*.wasm" {
  const base64: string;
  export default base64;
}
