const ASCII = /^[\x20-\x7e]*$/

/**
 * Of texts that come first in the order of their bytes, or last, given in any order with `boundary` as the one next to
 * all others: how many of them certainly come first, or last, in natural order too, whatever the others are.
 *
 * Text before the first digit has the same order in both. So a text beyond the boundary either begins with the same
 * digitless stem, or is beyond every text with that stem: those without the stem are all before it.
 *
 * @example certainlyFirst(['uni/tn-a', 'uni/tn-b', 'uni/tn-b10'], 'uni/tn-b10') // 1: `uni/tn-b9` may follow
 */
export function certainlyFirst(texts: readonly string[], boundary: string): number {
  if (!texts.every((text) => ASCII.test(text))) return 0
  const digit = boundary.search(/[0-9]/)
  if (digit < 0) return texts.length
  const stem = boundary.slice(0, digit)
  return texts.filter((text) => !text.startsWith(stem)).length
}
