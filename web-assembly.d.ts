/** Node has it, which its types leave out. */
declare namespace WebAssembly {
  function compile(bytes: Uint8Array): Promise<Module>
}
