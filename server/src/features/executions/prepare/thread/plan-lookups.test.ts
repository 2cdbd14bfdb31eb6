import { describe, expect, it } from 'vitest'
import { knownModel } from '@heddle/domain/mim/known-model.ts'
import { prepareQuery } from '@heddle/domain/query/prepare-query.ts'
import { MOST_LOOKUPS } from '@heddle/contract/canvas-budget.ts'
import { createLookups } from './plan-lookups.ts'
import type { RunnableQuery } from './planner-calls.ts'

/** A query with this many lookups into the next level. */
function queryOf(level: number, lookups: number): RunnableQuery {
  const config = { saved_query: `level ${level + 1}`, on: { name: 'name' }, join: 'left' }
  const postProcessors = Array.from({ length: lookups }, (_, index) => ({ id: `l${index}`, type: 'lookup', config }))
  const nodes = [{ id: 'bd', class_name: 'fvBD', properties: ['name'] }]
  return { id: `level ${level}`, name: `level ${level}`, controllerConnectionId: 'lab', nodes, edges: [], postProcessors }
}

/** Plans a tree of queries, each with as many lookups as its level says, and counts the work. */
async function plan(...lookups: readonly number[]) {
  const queries = new Map([...lookups, 0].map((count, level) => [`level ${level}`, queryOf(level, count)]))
  const prepared: string[] = []
  const prepare = ({ id, nodes, edges, postProcessors }: RunnableQuery) => {
    prepared.push(id)
    return prepareQuery({ canvas: { nodes, edges, post_processors: postProcessors }, model: knownModel })
  }
  const top = queries.get('level 0')!
  const tree = createLookups({ findQuery: async (id) => queries.get(id), prepare })
  const planned = await tree.of(top, prepare(top).steps)
  return { ...planned, prepared }
}

describe('lookups', () => {
  it('prepare each query once, however many steps look up in it', async () => {
    const { errors, inputs, prepared } = await plan(2, 2, 2)

    expect(errors).toEqual([])
    expect(Object.keys(inputs)).toEqual(['l0', 'l1'])
    expect(prepared).toEqual(['level 0', 'level 1', 'level 2', 'level 3'])
  })

  it.each([
    [[MOST_LOOKUPS], []],
    [[4, 4], []],
    [[MOST_LOOKUPS + 1], ['too_large']],
    [[4, 5], ['too_large']],
    [[100, 100, 100], ['too_large']],
  ])('count once per path from the top: %j', async (lookups, codes) => {
    const { errors, prepared } = await plan(...lookups)

    expect(errors.map(({ code }) => code)).toEqual(codes)
    expect(prepared.length).toBeLessThanOrEqual(4)
  })
})
