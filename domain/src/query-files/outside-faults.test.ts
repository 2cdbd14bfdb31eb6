import { describe, expect, it } from 'vitest'
import { outsideFaults } from './outside-faults.ts'

const entry = (name: string, category?: string | null) => ({
  name,
  faults: {},
  fields: { name, ...(category !== undefined && { category }) },
})
const PRESENT = [
  { id: 'q1', name: 'inside', category: 'A/B', canvasHash: '' },
  { id: 'q2', name: 'outside', category: 'AB', canvasHash: '' },
  { id: 'q3', name: 'at the top', category: null, canvasHash: '' },
]
const faultsOf = (name: string, category: string | null | undefined, id = 'new') =>
  Object.keys(
    outsideFaults(
      { categories: ['A/B', 'C'], savedQueries: [entry(name, category)], scheduledTasks: [], deletesInside: 'A' },
      new Map([[name, { id, isNew: id === 'new' }]]),
      PRESENT,
      'A',
    ),
  )

describe('a file that is about one folder', () => {
  it.each<[string, string | null | undefined, string | undefined, string[]]>([
    ['inside', 'A/B', 'q1', []],
    ['inside', undefined, 'q1', []],
    ['new', 'A', undefined, []],
    ['new', undefined, undefined, []],
    ['new', 'AB', undefined, ['saved_queries.new.category']],
    ['new', null, undefined, ['saved_queries.new.category']],
    ['outside', 'A', 'q2', ['saved_queries.outside']],
    ['at the top', 'A', 'q3', ['saved_queries.at the top']],
    ['renamed', 'A', 'q2', ['saved_queries.renamed']],
  ])('says of %s in %j that it is outside, if it is', (name, category, id, expected) => {
    expect(faultsOf(name, category, id)).toEqual(['categories.C', ...expected])
  })
})
