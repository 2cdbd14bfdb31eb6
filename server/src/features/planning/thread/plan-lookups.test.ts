import { describe, expect, it } from 'vitest'
import { knownModel } from '@heddle/domain/mim/known-model.ts'
import { prepareQuery } from '@heddle/domain/query/prepare-query.ts'
import { MOST_LOOKUPS } from '@heddle/contract/canvas-budget.ts'
import { createLookups } from './plan-lookups.ts'
import type { QueryToRun } from '../query-to-run.ts'
import type { LookedUpQuery } from './planner-calls.ts'

/** A query with this many lookups into the next level. */
function queryOf(level: number, lookups: number): QueryToRun {
  const config = { saved_query: `level ${level + 1}`, on: { name: 'name' }, join: 'left' }
  const postProcessors = Array.from({ length: lookups }, (_, index) => ({ id: `l${index}`, type: 'lookup', config }))
  const nodes = [{ id: 'bd', class_name: 'fvBD', properties: ['name'] }]
  return {
    id: `level ${level}`,
    name: `level ${level}`,
    controllerConnectionId: 'lab',
    nodes,
    edges: [],
    postProcessors,
    parameters: [],
  }
}

/** Plans a tree of queries, each with as many lookups as its level says, and counts the work. */
async function plan(...lookups: readonly number[]) {
  const queries = new Map([...lookups, 0].map((count, level) => [`level ${level}`, queryOf(level, count)]))
  const prepared: string[] = []
  const prepare = ({ id, nodes, edges, postProcessors }: QueryToRun) => {
    prepared.push(id)
    return prepareQuery({ canvas: { nodes, edges, post_processors: postProcessors }, model: knownModel })
  }
  const top = queries.get('level 0')!
  const tree = createLookups({ findQuery: async (id) => queries.get(id), prepare })
  const planned = await tree.of(top, 'lab', prepare(top).steps)
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

describe('the connection of a lookup', () => {
  const lookUp = (saved_query: string, connection?: string) => ({
    id: saved_query,
    type: 'lookup',
    config: { saved_query, on: { name: 'name' }, join: 'left', ...(connection !== undefined && { connection }) },
  })
  const queryOn = (
    id: string,
    controllerConnectionId: string,
    ...postProcessors: readonly Record<string, unknown>[]
  ): LookedUpQuery => ({
    ...{
      id,
      name: id,
      controllerConnectionId,
      connectionName: `fabric ${controllerConnectionId}`,
      postProcessors,
      parameters: [],
    },
    ...{ nodes: [{ id: 'bd', class_name: 'fvBD', properties: ['name'] }], edges: [] },
  })
  const prepare = ({ nodes, edges, postProcessors }: QueryToRun) =>
    prepareQuery({ canvas: { nodes, edges, post_processors: postProcessors }, model: knownModel })
  const planOn = (connection: string | undefined, top: QueryToRun, ...others: readonly LookedUpQuery[]) =>
    createLookups({ findQuery: async (id) => others.find((query) => query.id === id), prepare }).of(
      top,
      connection,
      prepare(top).steps,
    )

  it.each([
    ['follows the run when it was saved for the same one', 'a', undefined, 'b', 'the connection of the run'],
    ['is its own when it was saved for another', 'c', undefined, 'c', 'its own connection "fabric c"'],
    ['is its own on request', 'a', 'own', 'a', 'its own connection "fabric a"'],
    ['is that of the run on request', 'c', 'same', 'b', 'the connection of the run'],
  ])('%s', async (_, saved, option, expected, words) => {
    const { inputs, places, errors } = await planOn(
      'b',
      queryOn('top', 'a', lookUp('other', option)),
      queryOn('other', saved),
    )

    expect(errors).toEqual([])
    expect(inputs.other).toMatchObject({ connection: expected })
    expect(places.get('other')).toBe(`"other" on ${words}`)
  })

  it.each([
    ['all the way down', 'a', undefined, 'a', 'b'],
    ['from one saved for another on', 'c', undefined, 'c', 'c'],
    ['as the query between them says', 'a', 'own', 'a', 'a'],
  ])('is followed %s', async (_, saved, option, deepest, expected) => {
    const middle = queryOn('middle', saved, lookUp('deepest', option))
    const { inputs } = await planOn('b', queryOn('top', 'a', lookUp('middle')), middle, queryOn('deepest', deepest))

    expect(inputs.middle).toMatchObject({ lookups: { deepest: { connection: expected } } })
  })

  it.each([
    ['saved alike', 'a', undefined, true],
    ['of another connection', 'c', undefined, undefined],
    ['that asks for its own', 'a', 'own', undefined],
    ['that asks for the same', 'c', 'same', true],
  ])(
    'is that of each row in a run on several connections, for a query %s: %s %s',
    async (_, saved, option, follows) => {
      const { errors, inputs } = await planOn(
        undefined,
        queryOn('top', 'a', lookUp('other', option)),
        queryOn('other', saved, lookUp('deepest')),
        queryOn('deepest', saved),
      )

      expect(errors).toEqual([])
      expect(inputs.other?.follows).toBe(follows)
      expect(inputs.other).toMatchObject({ lookups: { deepest: follows ? { follows } : { connection: saved } } })
    },
  )

  it('needs the rows to say which it is, in a run on several connections', async () => {
    const select = { id: 's', type: 'select', config: { columns: ['name'] } }
    const { errors } = await planOn(undefined, queryOn('top', 'a', select, lookUp('other')), queryOn('other', 'a'))

    expect(errors).toMatchObject([
      { step_id: 'other', message: expect.stringContaining('keep the column @controller') },
    ])
  })
})
