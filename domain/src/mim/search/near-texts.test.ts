import { expect, it } from 'vitest'
import { seededRandom } from '../../testing/random.ts'
import { foldedBytes } from './fold-text.ts'
import { nearTexts, orderByEnding } from './near-texts.ts'
import { isOneTypoApart } from '../../testing/typos.ts'
import { writeTexts } from './text-list.ts'

it('finds exactly the texts at most one typo away', () => {
  const random = seededRandom(3)
  const invent = () => Array.from({ length: 1 + random.below(6) }, () => random.pick(['a', 'b', 'c'])).join('')
  const texts = [...new Set(Array.from({ length: 400 }, invent))].sort()
  const list = writeTexts(texts)
  const byEnding = orderByEnding(list)
  for (let round = 0; round < 200; round++) {
    const wanted = invent()

    const near = [...nearTexts(list, byEnding, foldedBytes(wanted))].map((id) => texts[id])

    expect(near.sort(), wanted).toEqual(texts.filter((text) => isOneTypoApart(text, wanted)))
  }
})
