import { describe, expect, it } from 'vitest'
import { certainlyFirst } from './certainly-first.ts'
import { compareNatural, compareUnits } from './natural-order.ts'

describe('texts that are first in the order of bytes', () => {
  it.each<[string, readonly string[], number]>([
    ['are first in natural order if the last one has no digit', ['uni/tn-a1', 'uni/tn-a10', 'uni/tn-b'], 3],
    ['are not known to be if a shorter number may follow', ['uni/tn-10', 'uni/tn-11'], 0],
    ['are as far as they do not share the stem of the last one', ['uni/tn-a', 'uni/tn-b', 'uni/tn-b10'], 1],
    ['are not known to be with characters of several bytes', ['uni/tn-ä', 'uni/tn-ö'], 0],
    ['may be none', [], 0],
  ])('%s', (_, texts, count) => {
    expect(certainlyFirst(texts, texts.at(-1) ?? '')).toBe(count)
  })

  it.each([1, -1])('are never taken for first wrongly, in direction %s', (sign) => {
    const all = allTexts(['a', 'b', '/', '0', '1', '2'], 4)
    const byBytes = [...all].sort((one, other) => sign * compareUnits(one, other))
    const natural = [...all].sort((one, other) => sign * compareNatural(one, other))

    for (let size = 1; size < all.length; size += 7) {
      const page = byBytes.slice(0, size)
      const seen = new Set(page)
      const firstUnseen = natural.findIndex((text) => !seen.has(text))
      expect(certainlyFirst(page, page.at(-1)!)).toBeLessThanOrEqual(firstUnseen)
    }
  })
})

/** Every text of up to so many characters. */
const allTexts = (characters: readonly string[], length: number): string[] =>
  length === 0
    ? ['']
    : ['', ...characters.flatMap((first) => allTexts(characters, length - 1).map((rest) => first + rest))]
