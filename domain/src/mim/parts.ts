/** The named arrays of a compiled index, which can be stored as bytes and opened by any process without conversion. */
export type IndexParts = Readonly<Record<string, Uint8Array | Uint16Array | Uint32Array>>
