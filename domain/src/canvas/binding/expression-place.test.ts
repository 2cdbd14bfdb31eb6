import { expect, it } from 'vitest'
import { seededRandom } from '../../testing/random.ts'
import { ExpressionPlace, type CursorPlace } from './expression-place.ts'

const PIECES = ['"', "'", '"""', "'''", '\\', '/', '//', '\n', 'r', 'b', 'Rb', 'br', 'a', ' ', 'x"', '""', '8'] as const

it('finds the place that reading the whole expression again would find', () => {
  const random = seededRandom(16)
  const wrong: string[] = []
  for (let round = 0; round < 2_000; round++) {
    const place = new ExpressionPlace()
    let text = ''
    for (let piece = 0; piece < 8; piece++) {
      const next = Array.from({ length: 1 + random.below(3) }, () => random.pick(PIECES)).join('')
      place.pass(next)
      text += next
      if (JSON.stringify(place.current) !== JSON.stringify(placeAfter(text))) wrong.push(text)
    }
  }
  expect(wrong).toEqual([])
})

/** The same by definition: from the start, text by text. */
function placeAfter(text: string): CursorPlace {
  let index = 0
  while (index < text.length) {
    const comment = /^\/\/[^\n]*(\n?)/.exec(text.slice(index))
    const quote = /^(?:"""|'''|"|')/.exec(text.slice(index))?.[0]
    if (comment) {
      if (comment[1] === '') return 'comment'
      index += comment[0].length
    } else if (quote === undefined) index++
    else {
      const raw = /(?:^|[^\w])(?:[rR][bB]?|[bB][rR])$/.test(text.slice(Math.max(0, index - 3), index))
      const inside = endOfQuotes(text, index + quote.length, quote, raw)
      if (inside.end === undefined) return { raw, escaped: inside.escaped }
      index = inside.end
    }
  }
  return 'code'
}

function endOfQuotes(
  text: string,
  start: number,
  quote: string,
  raw: boolean,
): { end: number | undefined; escaped: boolean } {
  for (let index = start; index < text.length; index++) {
    if (text[index] === '\\' && !raw) {
      index++
      if (index === text.length) return { end: undefined, escaped: true }
    } else if (text.startsWith(quote, index)) return { end: index + quote.length, escaped: false }
  }
  return { end: undefined, escaped: false }
}
