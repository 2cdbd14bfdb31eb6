import { expect, it } from 'vitest'
import type { EqualityKind } from '../values/equality-key.ts'
import { equalStretches } from './equal-stretches.ts'
import type { JoinValue } from './operand-values.ts'
import { isInStretches } from './stretches.ts'

/** The pairs of positions that are equal. */
function equalPairs(left: readonly JoinValue[], right: readonly JoinValue[], compare?: EqualityKind): string[] {
  const stretches = equalStretches(left, right, compare)
  return left.flatMap((_, one) =>
    right.flatMap((__, other) => (isInStretches(stretches, one, other) ? `${one}=${other}` : [])),
  )
}

it('texts are equal when they are the same text, whatever number they spell', () => {
  expect(equalPairs(['5', '5.0', 'yes'], ['5.0', '5', 'true'])).toEqual(['0=1', '1=0'])
})

it('a number equals every text that spells it, and such texts still differ from each other', () => {
  expect(equalPairs([5, '5.0', 'a'], ['5', '5.0', 'a'])).toEqual(['0=0', '0=1', '1=1', '2=2'])
  expect(equalPairs(['5', '5.0'], ['5', 5])).toEqual(['0=0', '0=1', '1=1'])
})

it.each([
  [true, 'yes'],
  [false, 'no'],
])('%s equals %s, also the other way round', (flag, word) => {
  expect(equalPairs([flag, 'x'], [word, flag, !flag, ''])).toEqual(['0=0', '0=1'])
  expect(equalPairs([word], [flag, !flag])).toEqual(['0=0'])
})

it('what has no value equals nothing, not even another one', () => {
  expect(equalPairs([undefined, 'a'], [undefined, 'a'])).toEqual(['1=1'])
  expect(equalPairs([undefined, 1], [undefined, 1])).toEqual(['1=1'])
})

it('spellings of one address are equal where both are addresses', () => {
  expect(equalPairs(['2001:DB8::1', '00:22:BD:F8:19:FF'], ['2001:db8:0::1'], 'ip')).toEqual(['0=0'])
  expect(equalPairs(['2001:DB8::1'], ['2001:db8:0::1'])).toEqual([])
})
