const COMMA = 0x2c
const OPEN_LIST = 0x5b
const OPEN_OBJECT = 0x7b

/**
 * Whether a JSON text may have more values than that, without parsing it: a short text can describe objects that fill
 * the memory. Counts what every value follows; the same characters in strings count too, so allow for some.
 */
export function mayExceedValues(json: Uint8Array, most: number): boolean {
  let values = 0
  // By index: an iterator takes ten times as long, and pages have millions of bytes.
  for (let index = 0; index < json.length; index++) {
    const byte = json[index]
    if ((byte === COMMA || byte === OPEN_OBJECT || byte === OPEN_LIST) && ++values > most) return true
  }
  return false
}
