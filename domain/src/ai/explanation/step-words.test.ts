import { describe, expect, it } from 'vitest'
import { POST_PROCESSOR_TYPES } from '../../post-processing/post-processors.ts'
import { stepWords } from './step-words.ts'

describe('a step in words', () => {
  it.each<[string, Record<string, unknown>, string]>([
    ['rank', { order: [{ column: 'mtu' }] }, 'numbers the rows by mtu, as rank'],
    [
      'rank',
      { by: ['node'], order: [{ column: 'errors', direction: 'desc' }, { column: 'id' }], as: 'place' },
      'numbers the rows within each node by errors from high to low and id, as place',
    ],
    ['rank', { by: 5, order: [null] }, 'numbers the rows by nothing, as rank'],
    [
      'group',
      { aggregates: [{ function: 'sum', column: 'mtu', distinct: true }] },
      'puts all rows into one, with sum of distinct mtu',
    ],
    [
      'group',
      { by: ['node'], aggregates: [{ function: 'count', where: 'mtu > 1500', as: 'big' }] },
      'groups by node, with count where mtu > 1500 as big',
    ],
    [
      'group',
      { by: ['node'], aggregates: [{ function: 'percentile', percentile: 95, column: 'mtu' }] },
      'groups by node, with percentile 95 of mtu',
    ],
    ['pivot', { column: 'a', value: 'b' }, 'turns each value of a into a column with the first of b'],
    [
      'pivot',
      { column: 'a', value: 'b', function: 'percentile', percentile: '{{p}}', distinct: true },
      'turns each value of a into a column with the percentile {{p}} of distinct b',
    ],
    [
      'lookup',
      { saved_query: 'q', on: { a: 'b' }, connection: 'same' },
      'adds the rows of another saved query on the same controller where a is its b',
    ],
  ])('%s %j', (type, config, words) => {
    expect(stepWords({ type, config })).toBe(words)
  })

  it('is there for every type', () => {
    for (const type of POST_PROCESSOR_TYPES) expect(stepWords({ type, config: {} })).not.toContain('runs the step')
  })
})
