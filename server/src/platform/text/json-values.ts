const MARKS = [',', '{', '['].map((mark) => mark.charCodeAt(0))
/** How many of two neighbouring bytes, read as one number, are marks: pages have millions of bytes. */
const MARKS_IN_PAIR = new Uint8Array(2 ** 16).map(
  (_, pair) => Number(MARKS.includes(pair & 0xff)) + Number(MARKS.includes(pair >> 8)),
)
const PAIRS_PER_STEP = 2 ** 15

/**
 * Whether a JSON text may have more values than that, without parsing it: a short text can describe objects that fill
 * the memory. Counts what every value follows; the same characters in strings count too, so allow for some.
 */
export function mayExceedValues(json: Uint8Array, most: number): boolean {
  if (json.length <= most) return false
  const isOdd = json.byteOffset % 2
  const pairs = new Uint16Array(json.buffer, json.byteOffset + isOdd, (json.length - isOdd) >> 1)
  let values =
    (isOdd === 1 ? marksIn(json[0]) : 0) + (isOdd + pairs.length * 2 < json.length ? marksIn(json.at(-1)) : 0)
  for (let start = 0; start < pairs.length && values <= most; start += PAIRS_PER_STEP) {
    const end = Math.min(start + PAIRS_PER_STEP, pairs.length)
    for (let index = start; index < end; index++) values += MARKS_IN_PAIR[pairs[index]!]!
  }
  return values > most
}

const marksIn = (byte: number | undefined): number => Number(byte !== undefined && MARKS.includes(byte))
