/** The chunks of a snapshot, in the order of its rows; the row counts let a page find its chunks without reading others. */
export type Manifest = { readonly ids: Float64Array; readonly rowCounts: Uint32Array }
export type ManifestEntry = { readonly id: number; readonly rowCount: number }

/** No chunk of rows begins with it, so a manifest never has the content of one. */
const FORMAT = 1

/** Differences between neighbours, as varints: runs of new chunks are runs of equal bytes, and compress to nothing. */
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

export function decodeManifest(bytes: Uint8Array): Manifest {
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
    if (first === undefined) throw new Error('manifest ends too early')
    if (first < 128) return first
    let value = first - 128
    for (let scale = 128; ; scale *= 128) {
      const byte = bytes[at++]
      if (byte === undefined) throw new Error('manifest ends too early')
      if (byte < 128) return value + byte * scale
      value += (byte - 128) * scale
    }
  }
}
