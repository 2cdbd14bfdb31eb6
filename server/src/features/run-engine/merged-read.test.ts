import { zstdDecompressSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { knownModel } from '@heddle/domain/mim/known-model.ts'
import { prepareQuery } from '@heddle/domain/query/prepare-query.ts'
import { storeHost } from '../../testing/executions/store-host.ts'
import type { EngineEvent, EngineHost, PageAnswer, ResultChunk, RunInput } from './engine-types.ts'
import { runPlan } from './run-plan.ts'

const BD = { id: 'bd', class_name: 'fvBD', properties: ['name'] }
const step = (type: string, config: object) => ({ id: type, type, config })
const BUSY: PageAnswer = { ok: false, failure: { reason: 'login_failed', message: 'no' } }

/** A run over the bridge domains of several controllers; those with a negative number refuse. */
async function merged(
  sizes: Readonly<Record<string, number>>,
  { steps = [] as object[], allowPartial = false, maxRows = 100_000, lookUp = undefined as object[] | undefined } = {},
) {
  const controllers = new Map(Object.entries(sizes).map(([name, size]) => [name, { size, ...storeHost() }]))
  for (const { store, size } of controllers.values()) {
    for (let at = 0; at < size; at++) store.add('fvBD', `uni/tn-a/BD-${String(at).padStart(5, '0')}`, {})
  }
  const [events, chunks] = [[] as EngineEvent[], [] as ResultChunk[]]
  const host: EngineHost = {
    get: async (connection, path) =>
      controllers.get(connection)!.size < 0 ? BUSY : controllers.get(connection)!.host.get(connection, path),
    captured: async () => undefined,
    emit: (event) => events.push(event),
    stage: () => undefined,
    count: () => undefined,
    memory: () => undefined,
    chunk: (chunk) => chunks.push(chunk),
    chunkBefore: () => undefined,
    now: () => 0,
  }
  const names = Object.keys(sizes)
  const { plan } = prepareQuery({
    canvas: { nodes: [BD], edges: [], post_processors: steps },
    model: knownModel,
    merged: names,
  })
  const merge = { connections: names.map((name) => ({ id: name, name })), allowPartial }
  const other = prepareQuery({ canvas: { nodes: [BD], edges: [], post_processors: lookUp ?? [] }, model: knownModel })
  const lookups = lookUp && {
    lookup: { plan: other.plan!, connection: 'none of them', lookups: {}, follows: true as const },
  }
  const input: RunInput = { plan: plan!, connection: 'all of them', merge, lookups: lookups ?? {} }
  const outcome = await runPlan(input, { maxRows, maxHeapBytes: Infinity }, host)
  const text = chunks.map(({ body }) => zstdDecompressSync(body).toString()).join('\n')
  const rows = text === '' ? [] : text.split('\n').map((line) => JSON.parse(line) as Record<string, string>)
  return { outcome, events, rows, requests: (name: string) => controllers.get(name)!.paths.length }
}

describe('a merged read', () => {
  it('emits one event of each kind per node, with the rows of all connections', async () => {
    const { events } = await merged({ a: 2, b: 3 })

    expect(events).toEqual([
      { type: 'node_start', node_id: 'bd', class_name: 'fvBD' },
      { type: 'node_result', node_id: 'bd', row_count: 5 },
      { type: 'node_complete', node_id: 'bd', duration_ms: 0 },
    ])
  })

  it('goes on without a connection that fails, and its nodes do not wait for it', async () => {
    const { outcome, events } = await merged({ a: -1, b: 3 }, { allowPartial: true })

    expect(outcome).toMatchObject({
      ok: true,
      partial: true,
      rowCount: 3,
      warnings: ['partial_result: Connection "a": fvBD: no'],
    })
    expect(outcome.stages.map(({ connection, status }) => [connection, status])).toEqual([
      ['a', 'failure'],
      ['b', 'success'],
    ])
    expect(events.map(({ type }) => type)).toEqual(['node_start', 'node_result', 'node_complete'])
  })

  it('is not partial when every connection answers', async () => {
    expect((await merged({ a: 1, b: 0 }, { allowPartial: true })).outcome).toMatchObject({
      ok: true,
      partial: false,
      warnings: [],
    })
  })

  it('fails when all connections do, and names each', async () => {
    const { outcome } = await merged({ a: -1, b: -1 }, { allowPartial: true })

    expect(outcome).toMatchObject({
      ok: false,
      failure: { reason: 'login_failed', message: 'Connection "a": fvBD: no Connection "b": fvBD: no' },
    })
  })

  it.each([
    ['all together', { a: 6, b: 6 }, 'The connections together return more than 10 rows'],
    ['one of them', { a: 1, b: 11 }, 'fvBD returns more than 10 rows'],
  ])('fails on the ceiling of rows of %s, even if it may be partial', async (_, sizes, message) => {
    const { outcome } = await merged(sizes, { maxRows: 10, allowPartial: true })

    expect(outcome).toMatchObject({
      ok: false,
      failure: { reason: 'too_big', message: expect.stringContaining(message) },
    })
  })

  it('stops early on each connection, and has the first rows of all', async () => {
    const { rows, requests } = await merged({ a: 30_000, b: 30_000 }, { steps: [step('limit', { count: 3 })] })

    expect(rows.map(({ dn, '@controller': name }) => `${dn} ${name}`)).toEqual([
      'uni/tn-a/BD-00000 a',
      'uni/tn-a/BD-00000 b',
      'uni/tn-a/BD-00001 a',
    ])
    expect([requests('a'), requests('b')]).toEqual([1, 1])
  })

  it('knows the controller when it decides whether it has read enough', async () => {
    const notA = step('filter', { filters: [{ property: '@controller', operator: 'ne', value: 'a' }] })

    const { rows } = await merged({ a: 5, b: 5 }, { steps: [notA, step('limit', { count: 4 })] })

    expect(rows.map(({ '@controller': name }) => name)).toEqual(['b', 'b', 'b', 'b'])
  })

  it('looks up each row in its own connection, where the other query has run with all its steps', async () => {
    const lookup = step('lookup', { saved_query: 'q', on: { '@controller': '@controller' }, columns: ['bds'] })
    const count = step('group', { aggregates: [{ function: 'count', as: 'bds' }] })

    const { outcome, rows } = await merged(
      { a: 1, b: 3, c: -1 },
      { steps: [lookup], lookUp: [count], allowPartial: true },
    )

    expect(outcome.ok).toBe(true)
    expect(rows.map((row) => [row['@controller'], row['bds']])).toEqual([
      ['a', 1],
      ['b', 3],
      ['b', 3],
      ['b', 3],
    ])
  })
})
