import { zstdDecompressSync } from 'node:zlib'
import { ALL_SAMPLES_BYTES } from '@heddle/contract/result-budget.ts'
import { describe, expect, it } from 'vitest'
import { documentModel } from '@heddle/domain/testing/document-model.ts'
import { knownModel } from '@heddle/domain/mim/known-model.ts'
import { prepareQuery } from '@heddle/domain/query/prepare-query.ts'
import { classInfo } from '@heddle/domain/testing/class-info.ts'
import type { RunInput, Stage } from './engine-types.ts'
import { runPlan } from './run-plan.ts'
import { storeHost } from '../../testing/executions/store-host.ts'

type Canvas = { nodes: object[]; edges?: object[]; post_processors?: object[] }

function inputOf({ nodes, edges = [], post_processors = [] }: Canvas, lookups: RunInput['lookups'] = {}): RunInput {
  const { plan, errors } = prepareQuery({ canvas: { nodes, edges, post_processors }, model: knownModel })
  if (!plan) throw new Error(JSON.stringify(errors))
  return { plan, connection: 'lab', lookups }
}

function fabric(bridgeDomains: number, options: { maxObjects?: number } = {}) {
  const fake = storeHost(options)
  fake.store.add('fvTenant', 'uni/tn-a', {})
  for (let number = 0; number < bridgeDomains; number++)
    fake.store.add('fvBD', `uni/tn-a/BD-${String(number).padStart(5, '0')}`, {})
  return fake
}

const run = (fake: ReturnType<typeof fabric>, input: RunInput, maxRows = 100_000) =>
  runPlan(input, { maxRows, maxHeapBytes: Infinity }, fake.host)
const rowsOf = ({ chunks }: ReturnType<typeof fabric>) =>
  chunks.flatMap(({ body }) =>
    zstdDecompressSync(body)
      .toString()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>),
  )

const BD = { id: 'bd', class_name: 'fvBD', properties: ['name'] }
const TENANT = { id: 't', class_name: 'fvTenant' }
const CHAIN: Canvas = {
  nodes: [TENANT, BD],
  edges: [{ id: 'e', source: 't', target: 'bd' }],
  post_processors: [{ id: 'few', type: 'limit', config: { count: 5 } }],
}
const sortStep = (id: string) => ({ id, type: 'sort', config: { by: [{ column: 'name' }] } })
const LIMIT = (count: number) => ({ id: 'few', type: 'limit', config: { count } })

describe('a run of which only the number of rows matters', () => {
  const COUNT = { id: 'c', type: 'group', config: { aggregates: [{ function: 'count', as: 'bds' }] } }
  const DOUBLED = { id: 'd', type: 'compute', config: { as: 'twice', expression: 'bds * 2' } }

  it('asks the controller to count, whatever there is', async () => {
    const fake = fabric(1_201)

    const outcome = await run(fake, inputOf({ nodes: [BD], post_processors: [COUNT, DOUBLED] }), 1_000)

    expect(outcome).toMatchObject({ ok: true, rowCount: 1 })
    expect(rowsOf(fake)).toEqual([{ bds: 1_201, twice: 2_402 }])
    expect(fake.paths).toEqual(['/api/class/fvBD.json?rsp-subtree-include=count'])
    expect(outcome.stages.map(({ input_rows, output_rows, request }) => [input_rows, output_rows, request])).toEqual([
      [null, 1_201, '/api/class/fvBD.json?rsp-subtree-include=count'],
      [1_201, 1, null],
      [1, 1, null],
    ])
  })

  it('adds up the classes of a union', async () => {
    const fake = fabric(3)

    await run(fake, inputOf({ nodes: [{ id: 'u', class_names: ['fvBD', 'fvTenant'] }], post_processors: [COUNT] }))

    expect(rowsOf(fake)).toEqual([{ bds: 4 }])
    expect(fake.paths).toHaveLength(2)
  })

  it('reads the objects when the controller cannot count them', async () => {
    const fake = fabric(3)
    const host = {
      ...fake.host,
      get: (connection: string, path: string) =>
        path.includes('count')
          ? Promise.resolve({ ok: false as const, failure: { reason: 'bad_filter' as const, message: 'no' } })
          : fake.host.get(connection, path),
    }

    const outcome = await run({ ...fake, host }, inputOf({ nodes: [BD], post_processors: [COUNT] }))

    expect(outcome).toMatchObject({ ok: true, rowCount: 1 })
    expect(rowsOf(fake)).toEqual([{ bds: 3 }])
  })

  it.each([
    ['a column', { aggregates: [{ function: 'count', column: 'name' }] }],
    ['groups', { by: ['name'], aggregates: [{ function: 'count' }] }],
    ['a condition', { aggregates: [{ function: 'count', where: 'name == "x"' }] }],
    ['other aggregates', { aggregates: [{ function: 'count' }, { function: 'min', column: 'name' }] }],
  ])('reads them for %s', (_, config) => {
    expect(inputOf({ nodes: [BD], post_processors: [{ ...COUNT, config }] }).plan.counted).toBeUndefined()
  })

  it('reads them where a filter is checked here', () => {
    const filters = [{ property: 'name', operator: 'matches', value: '^0' }]

    expect(inputOf({ nodes: [{ ...BD, filters }], post_processors: [COUNT] }).plan.counted).toBeUndefined()
  })
})

describe('a run', () => {
  it('returns its rows in numbered chunks of at most 500', async () => {
    const fake = fabric(1_201)

    const outcome = await run(fake, inputOf({ nodes: [BD] }))

    expect(outcome).toMatchObject({ ok: true, rowCount: 1_201, columns: ['dn', 'className', 'name'] })
    expect(fake.chunks.map(({ index, rowCount }) => [index, rowCount])).toEqual([
      [0, 500],
      [1, 500],
      [2, 201],
    ])
    expect(rowsOf(fake)[1_200]).toEqual({ dn: 'uni/tn-a/BD-01200', className: 'fvBD', name: '01200' })
  })

  it('returns no chunk when there is no row', async () => {
    const fake = fabric(0)

    expect([await run(fake, inputOf({ nodes: [BD] })), fake.chunks]).toMatchObject([{ ok: true, rowCount: 0 }, []])
  })

  it('emits start, result and complete for each node', async () => {
    const fake = fabric(3)

    await run(fake, inputOf(CHAIN))

    for (const node of ['t', 'bd']) {
      const emitted = fake.events.filter(({ node_id }) => node_id === node)
      expect(emitted.map(({ type }) => type)).toEqual(['node_start', 'node_result', 'node_complete'])
    }
    expect(fake.events).toContainEqual({ type: 'node_result', node_id: 'bd', row_count: 3 })
    expect(fake.events).toContainEqual({ type: 'node_start', node_id: 't', class_name: 'fvTenant' })
  })

  it('lists a stage for each fetch, join and step, with samples of at most 20 rows', async () => {
    const { stages } = await run(fabric(30), inputOf({ ...CHAIN, post_processors: [LIMIT(25)] }))

    expect(stages).toMatchObject([
      { index: 0, type: 'fetch', status: 'success', request: expect.stringContaining('/api/') },
      { index: 1, type: 'fetch', status: 'success', request: expect.stringContaining('/api/') },
      { index: 2, type: 'join', step_id: 'e', edge_id: 'e', status: 'success', input_rows: 31, output_rows: 30 },
      { index: 3, type: 'post_processor', step_id: 'few', status: 'success', input_rows: 30, output_rows: 25 },
    ])
    const samples = stages.flatMap(({ input_sample, output_sample }) => [input_sample.length, output_sample.length])
    expect(samples).toEqual([0, expect.any(Number), 0, expect.any(Number), expect.any(Number), 20, 20, 20])
  })

  it('shows little of large rows, however many stages have them', async () => {
    const posted: Stage[] = []
    const fake = fabric(30)
    const fill = { columns: Array.from({ length: 40 }, (_, index) => `c${index}`), value: 'x'.repeat(20_000) }
    const sorts = Array.from({ length: 60 }, (_, index) => sortStep(`s${index}`))
    const steps = [{ id: 'f', type: 'fill', config: fill }, ...sorts]

    const input = inputOf({ nodes: [BD], post_processors: steps })
    const host = { ...fake.host, stage: (stage: Stage) => posted.push(structuredClone(stage)) }
    const { stages } = await runPlan(input, { maxRows: 100, maxHeapBytes: Infinity }, host)

    const sizeOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value))
    expect(stages.map(({ status }) => status)).toEqual(Array.from({ length: 62 }, () => 'success'))
    expect(stages[1]).toMatchObject({ output_rows: 30, samples_cut: true })
    expect(stages[1]!.output_sample[0]).toMatchObject({
      name: '00000',
      c39: expect.stringMatching(/^x+… \(20,000 characters\)$/),
    })
    expect(stages[61]).toMatchObject({ output_rows: 30, samples_cut: true, output_sample: [] })
    expect(sizeOf(stages)).toBeLessThanOrEqual(ALL_SAMPLES_BYTES + 62 * 500)
    // A stage is posted when it is added, starts and ends.
    expect(posted).toHaveLength(62 * 3)
    expect(sizeOf(posted)).toBeLessThanOrEqual(ALL_SAMPLES_BYTES + 62 * 3 * 500)
  })

  it('ends as too_big at the step whose rows get larger than the run may have, shared texts counted in each', async () => {
    const fill = { columns: Array.from({ length: 36 }, (_, index) => `c${index}`), value: 'x'.repeat(100_000) }
    const input = inputOf({ nodes: [BD], post_processors: [{ id: 'f', type: 'fill', config: fill }, sortStep('s')] })

    const outcome = await run(fabric(300), input)

    const message = expect.stringMatching(/^Step f \(fill\): the rows have more than 1,000 MB together, .*: keep fewer/)
    expect(outcome).toMatchObject({ ok: false, failure: { reason: 'too_big', message } })
    expect(outcome.stages.map(({ status }) => status)).toEqual(['success', 'failure', 'skipped'])
  })

  it('has no stage for a disabled step', async () => {
    const { stages } = await run(
      fabric(1),
      inputOf({ nodes: [BD], post_processors: [{ ...LIMIT(1), enabled: false }] }),
    )

    expect(stages.map(({ type }) => type)).toEqual(['fetch'])
  })
})

it.each([
  ['the built-in table', knownModel],
  [
    'a class model, which allows a nested request',
    documentModel([
      classInfo('fvBD', { rn_format: 'BD-{name}', naming: ['name'] }),
      classInfo('faultInfo', { is_abstract: true }),
      classInfo('faultInst', {
        contained_by: new Set(['fvBD']),
        super_classes: ['faultInfo'],
        rn_format: 'fault-{code}',
        naming: ['code'],
      }),
    ]),
  ],
])('a run finds the children of an abstract class with %s', async (_, model) => {
  const fake = fabric(3)
  for (const code of ['F0001', 'F0002']) {
    for (const number of [0, 1, 2]) fake.store.add('faultInst', `uni/tn-a/BD-0000${number}/fault-${code}`, {})
  }
  const nodes = [
    { id: 'bd', class_name: 'fvBD', filters: [{ property: 'name', operator: 'starts_with', value: '0' }] },
    { id: 'f', class_name: 'faultInfo', properties: ['code'] },
  ]
  const edges = [{ id: 'e', source: 'bd', target: 'f', depth: 'child' }]
  const { plan } = prepareQuery({ canvas: { nodes, edges, post_processors: [] }, model })

  const outcome = await run(fake, { plan: plan!, connection: 'lab', lookups: {} })

  expect(outcome).toMatchObject({ ok: true, rowCount: 6 })
  expect(fake.paths.some((path) => path.includes('rsp-subtree'))).toBe(model !== knownModel)
})

describe('a run that fails', () => {
  const unknown = { id: 'x', class_name: 'fvNothing', scope_dn: 'nowhere' }

  it('shows which stages failed, were cancelled or never started', async () => {
    const fake = fabric(3)
    const canvas = {
      ...CHAIN,
      nodes: [
        { ...TENANT, filters: [{ property: 'colour', operator: 'eq', value: 'x' }] },
        { ...BD, scope_dn: 'uni/tn-a' },
      ],
    }

    const outcome = await run(fake, inputOf(canvas))

    expect(outcome).toMatchObject({
      ok: false,
      failure: { reason: 'bad_filter', node_id: 't', message: expect.stringContaining('fvTenant') },
    })
    const statusOf = (node: string) => outcome.stages.find(({ node_id }) => node_id === node)
    expect(statusOf('t')).toMatchObject({ status: 'failure', request: expect.stringContaining('colour') })
    expect(outcome.stages.filter(({ type }) => type !== 'fetch').map(({ status }) => status)).toEqual([
      'skipped',
      'skipped',
    ])
    expect(fake.chunks).toEqual([])
  })

  it('leaves no request in flight', async () => {
    const fake = fabric(3)
    let release = (): void => undefined
    const slow = new Promise<void>((resolve) => (release = resolve))
    const asked: string[] = []
    const host = {
      ...fake.host,
      get: async (connection: string, path: string) => {
        asked.push(path)
        if (path.includes('fvBD')) await slow
        return fake.host.get(connection, path)
      },
    }
    const nodes = [unknown, { ...BD, scope_dn: 'uni/tn-a' }]
    const edges = [
      { id: 'e', source: 'x', target: 'bd', kind: 'match', on: { source: 'name', target: 'name' }, join: 'left' },
    ]

    const outcome = await runPlan(inputOf({ nodes, edges }), { maxRows: 10, maxHeapBytes: Infinity }, host)

    expect(outcome).toMatchObject({ ok: false, failure: { node_id: 'x' } })
    const before = asked.length
    release()
    await new Promise((resolve) => setTimeout(resolve, 10))
    expect(asked).toHaveLength(before)
  })

  it('because of too many rows names the table', async () => {
    expect(await run(fabric(11), inputOf({ nodes: [BD] }), 10)).toMatchObject({
      ok: false,
      failure: { reason: 'too_big', node_id: 'bd', message: expect.stringMatching(/^fvBD returns more than 10 rows/) },
    })
  })

  it('because of its memory limit says what to do', async () => {
    const outcome = await runPlan(inputOf({ nodes: [BD] }), { maxRows: 10, maxHeapBytes: 1 }, fabric(1).host)

    expect(outcome).toMatchObject({
      ok: false,
      failure: { reason: 'too_big', message: expect.stringContaining('narrow it') },
    })
  })
})

describe('a limit', () => {
  it('stops reading when there are enough rows', async () => {
    const fake = fabric(3_000)

    const outcome = await run(fake, inputOf({ nodes: [BD], post_processors: [LIMIT(10)] }))

    expect(outcome).toMatchObject({ ok: true, rowCount: 10 })
    expect(fake.paths).toHaveLength(1)
  })

  it('counts only rows that pass the steps before it', async () => {
    const fake = fabric(3_000)
    const keep = {
      id: 'keep',
      type: 'filter',
      config: { filters: [{ property: 'name', operator: 'ends_with', value: '99' }] },
    }

    const outcome = await run(fake, inputOf({ nodes: [BD], post_processors: [keep, LIMIT(10)] }))

    expect(outcome).toMatchObject({ ok: true, rowCount: 10 })
    expect(rowsOf(fake).at(-1)).toMatchObject({ name: '00999' })
    expect(fake.paths.length).toBeLessThan(8)
  })

  it('after a sort needs all rows', async () => {
    const fake = fabric(3_000)
    const sort = { id: 'sort', type: 'sort', config: { by: [{ column: 'name', direction: 'desc' }] } }

    await run(fake, inputOf({ nodes: [BD], post_processors: [sort, LIMIT(1)] }))

    expect(rowsOf(fake)).toMatchObject([{ name: '02999' }])
  })
})

describe('a lookup', () => {
  it('reads the other query without reporting its nodes', async () => {
    const fake = fabric(2)
    const lookup = { id: 'l', type: 'lookup', config: { saved_query: 'other', on: { name: 'name' }, columns: ['mtu'] } }
    const other = inputOf({ nodes: [{ ...BD, id: 'theirs', properties: ['name', 'mtu'] }] })

    const outcome = await run(fake, inputOf({ nodes: [BD], post_processors: [lookup] }, { l: other }))

    expect(outcome).toMatchObject({ ok: true, rowCount: 2 })
    expect(outcome.paths).toHaveLength(2)
    expect(fake.events.map(({ node_id }) => node_id)).not.toContain('theirs')
    expect(outcome.stages.map(({ type }) => type)).toEqual(['fetch', 'post_processor'])
  })
})
