import { describe, expect, it } from 'vitest'
import { smallMim } from '../../testing/small-mim.ts'
import { TOLD_EXPLANATIONS, toldQuery } from '../../testing/told-explanations.ts'
import { checkedSentences, unknownNameIn } from './check-sentences.ts'
import { explainQuery } from './explain-query.ts'
import { knownNames } from './known-names.ts'

const { facts, canvas } = explainQuery(toldQuery, smallMim, () => undefined)
const known = knownNames(facts, canvas)

describe.each(TOLD_EXPLANATIONS)('of what $provider tells', ({ trueSentences, invented }) => {
  it('at least nine of ten true sentences stay', () => {
    const lost = trueSentences.filter((sentence) => checkedSentences([sentence], known).length === 0)

    expect(lost.map((sentence) => `${unknownNameIn(sentence, known)}: ${sentence}`)).toEqual([])
  })

  it('what is invented is left out', () => {
    const believed = invented.filter(({ text }) => unknownNameIn(text, known) === undefined)

    expect(believed).toEqual([])
  })
})
