/** The chunks of a snapshot, in row order. With the row counts, a page is located without reading other chunks. */
export type SnapshotManifest = { readonly ids: Float64Array; readonly rowCounts: Uint32Array }
export type ManifestEntry = { readonly id: number; readonly rowCount: number }

/** No chunk of rows begins with this byte, so a manifest never equals one. */
const FORMAT = 1

/**
 * Stores the differences between adjacent ids as varints: runs of new chunks become equal bytes and compress to almost
 * nothing.
 */
export function encodeManifest(entries: readonly ManifestEntry[]): Buffer {
  const bytes: number[] = [FORMAT]
  writeVarint(bytes, entries.length)
  let last = 0
  for (const { id, rowCount } of entries) {
    const step = id - last
    writeVarint(bytes, step >= 0 ? step * 2 : -step * 2 - 1)
    writeVarint(bytes, rowCount)
    last = id
  }
  return Buffer.from(bytes)
}

export function decodeManifest(bytes: Uint8Array): SnapshotManifest {
  if (bytes[0] !== FORMAT) throw new Error(`manifest format ${bytes[0] ?? 'missing'}: expected ${FORMAT}`)
  const read = varints(bytes, 1)
  const count = read()
  const manifest = { ids: new Float64Array(count), rowCounts: new Uint32Array(count) }
  for (let index = 0, last = 0; index < count; index++) {
    const coded = read()
    last += coded % 2 === 0 ? coded / 2 : -(coded + 1) / 2
    manifest.ids[index] = last
    manifest.rowCounts[index] = read()
  }
  return manifest
}

// Arithmetic instead of shifts: ids outgrow 32 bits.
function writeVarint(bytes: number[], value: number): void {
  let rest = value
  while (rest >= 128) {
    bytes.push((rest % 128) + 128)
    rest = Math.floor(rest / 128)
  }
  bytes.push(rest)
}

function varints(bytes: Uint8Array, start: number): () => number {
  let at = start
  return () => {
    const first = bytes[at++]
    if (first === undefined) throw new Error('manifest is truncated')
    if (first < 128) return first
    let value = first - 128
    for (let scale = 128; ; scale *= 128) {
      const byte = bytes[at++]
      if (byte === undefined) throw new Error('manifest is truncated')
      if (byte < 128) return value + byte * scale
      value += (byte - 128) * scale
    }
  }
}
