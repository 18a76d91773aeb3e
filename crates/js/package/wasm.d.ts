// WebAssembly as a text in base64, which the bundler puts in.
declare module "*.wasm" {
  const base64: string;
  export default base64;
}
