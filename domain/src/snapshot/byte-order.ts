/**
 * Compares texts by their UTF-8 bytes. JavaScript's own order puts characters above U+FFFF, which are surrogate pairs,
 * before U+E000. A lone surrogate has no UTF-8 bytes and sorts last, so that different texts never tie.
 */
export function compareBytes(a: string, b: string): number {
  const length = Math.min(a.length, b.length)
  for (let index = 0; index < length; index++) {
    const left = a.charCodeAt(index)
    const right = b.charCodeAt(index)
    if (left !== right) return rank(left) - rank(right)
  }
  return a.length - b.length
}

/** Moves surrogates after all other code units. */
function rank(unit: number): number {
  if (unit < 0xd800) return unit
  return unit < 0xe000 ? unit + 0x2000 : unit - 0x800
}

/** Compares by code units, for uses that only need a consistent order. Many times faster on long texts. */
export const compareCodeUnits = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
