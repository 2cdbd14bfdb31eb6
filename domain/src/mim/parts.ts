/** What a compiled index is made of: named arrays, so that it can be kept as bytes and opened by any process as it is. */
export type Parts = Readonly<Record<string, Uint8Array | Uint16Array | Uint32Array>>
