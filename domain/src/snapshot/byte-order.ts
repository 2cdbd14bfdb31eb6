/**
 * Orders texts as their UTF-8 bytes would be: JavaScript's own order puts characters beyond U+FFFF, which are pairs of
 * surrogates, before U+E000. A lone surrogate has no bytes of its own and comes last, so that different texts never tie.
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

/** Surrogates behind everything else, and nothing in between. */
function rank(unit: number): number {
  if (unit < 0xd800) return unit
  return unit < 0xe000 ? unit + 0x2000 : unit - 0x800
}

/** The native order, by code units: for what only needs an order that is the same everywhere. Many times faster on long texts. */
export const compareTexts = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
