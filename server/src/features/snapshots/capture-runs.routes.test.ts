import type { Heddle } from '@heddle/client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { BRIDGE_DOMAINS, type Snapshots, SNAPSHOTS, startSnapshots } from '../../testing/snapshots/start-snapshots.ts'

const MANY = 30_000

let app: Snapshots
let heddle: Heddle
beforeAll(async () => {
  app = await startSnapshots()
  heddle = await app.app.heddle(app.editor)
})
afterAll(() => app.stop())

const newRun = async (): Promise<{ query: string; run: string }> => {
  const query = await app.save(BRIDGE_DOMAINS)
  const { body } = await app.execute(query)
  return { query, run: body.execution_id }
}
const chunksOf = async (run: string): Promise<number> =>
  (await app.sql('select from execution_result_chunks where execution_id = $1', [run])).length
const csvOf = async (run: string): Promise<string> =>
  (await heddle.queries.executionLogs.results(run, { format: 'csv' })).text()
async function rowsOf(run: string): Promise<readonly Record<string, unknown>[]> {
  const rows: Record<string, unknown>[] = []
  for await (const row of heddle.rows(run)) rows.push(row)
  return rows
}

describe('capturing a run', () => {
  it('moves its rows into the snapshot, and its log reads the same as before', async () => {
    const { run } = await newRun()
    const before = { log: await app.log(run), csv: await csvOf(run), rows: await rowsOf(run) }

    const { status, body } = await app.capture({ execution: run.toUpperCase() })

    expect(status).toBe(201)
    expect(body).toMatchObject({ execution: run, row_count: 5 })
    expect(await chunksOf(run)).toBe(0)
    expect(await app.log(run)).toEqual(before.log)
    expect(await csvOf(run)).toBe(before.csv)
    expect(await rowsOf(run)).toEqual(before.rows)
    expect((await heddle.queries.executionLogs.results(run, { format: 'xlsx' })).contentType).toContain('spreadsheetml')
  })

  it('moves the rows of a run started by the capture', async () => {
    const { execution, id } = await app.captured(await app.save(BRIDGE_DOMAINS))

    expect(await chunksOf(execution)).toBe(0)
    expect((await app.log(execution)).results).toEqual((await app.detail(id)).rows)
  })

  it('creates another snapshot of the same rows when repeated', async () => {
    const { run } = await newRun()
    const first = (await app.capture({ execution: run })).body

    const { status, body: second } = await app.capture({ execution: run, annotation: 'again' })

    expect(status).toBe(201)
    expect(second.id).not.toBe(first.id)
    expect(second).toMatchObject({
      version_hash: first.version_hash,
      changes: { added: 0, removed: 0, changed: 0, unchanged: 5 },
    })
    await heddle.history.snapshots.remove(first.id)
    expect((await app.log(run)).results).toHaveLength(5)
  })

  it('fails once its rows were deleted with the snapshot', async () => {
    const { run } = await newRun()
    const { id } = (await app.capture({ execution: run })).body
    await heddle.history.snapshots.remove(id)

    expect(await app.log(run)).toMatchObject({
      status: 'success',
      row_count: 5,
      results: [],
      results_truncated: false,
      warnings: ['rows_deleted_with_snapshot'],
    })
    expect((await csvOf(run)).trim().split('\n')).toHaveLength(1)
    expect(await rowsOf(run)).toEqual([])
    expect(await app.capture({ execution: run })).toMatchObject({
      status: 400,
      body: { execution: ['The rows of this run were deleted with the snapshot that held them.'] },
    })
  })

  it('rejects a query or connection other than those of the run', async () => {
    const { query, run } = await newRun()
    const [otherQuery, otherConnection] = [await app.save(BRIDGE_DOMAINS), await app.connect({ name: 'other' })]

    const other = await app.capture({ execution: run, saved_query: otherQuery, controller_connection: otherConnection })
    const same = await app.capture({
      execution: run,
      saved_query: query.toUpperCase(),
      controller_connection: app.connection,
    })

    expect(other).toMatchObject({
      status: 400,
      body: {
        saved_query: [`The run belongs to the saved query ${query}.`],
        controller_connection: [`The run used the connection ${app.connection}.`],
      },
    })
    expect(same.status).toBe(201)
  })

  it('requires a successful run of a query that still exists', async () => {
    const dead = await app.connect({ name: 'dead', host: '127.0.0.1:1' })
    const failed = await app.run(BRIDGE_DOMAINS, {}, dead)
    const { query, run } = await newRun()
    await heddle.queries.savedQueries.remove(query)

    expect((await app.capture({ execution: failed.execution_id })).body).toEqual({
      execution: ['The run ended with status failure. Only a successful run can be captured.'],
    })
    expect((await app.capture({ execution: run })).body).toEqual({
      execution: ['The saved query of this run was deleted.'],
    })
  })

  it('requires a run whose rows the caller may read', async () => {
    const { run } = await newRun()
    const [stranger, operator] = [await app.app.userOf('editor'), await app.app.userOf('operator')]

    expect((await app.capture({ execution: run }, stranger)).status).toBe(403)
    const { status, body } = await app.capture({ execution: run }, operator)
    expect(status).toBe(201)
    expect(body.captured_by).toMatch(/^operator-/)
    expect((await app.log(run)).results).toHaveLength(5)
  })
})

describe('a snapshot', () => {
  it('outlives the log of its run', async () => {
    const { id, execution } = await app.captured(await app.save(BRIDGE_DOMAINS))

    await app.sql('delete from executions where id = $1', [execution])

    expect(await app.detail(id)).toMatchObject({ execution, row_count: 5 })
  })

  it('is deleted with its saved query, including everything it stored', async () => {
    const query = await app.save(BRIDGE_DOMAINS)
    const { id, execution } = await app.captured(query)

    await heddle.queries.savedQueries.remove(query)

    expect((await app.editor.get(`${SNAPSHOTS}${id}/`)).status).toBe(404)
    expect(await app.idsOf(query)).toEqual([])
    expect(await app.sql('select from snapshot_lineages where saved_query_id = $1', [query])).toEqual([])
    expect((await app.log(execution)).warnings).toEqual(['rows_deleted_with_snapshot'])
  })

  it('outlives its connection', async () => {
    const other = await app.connect({ name: 'to be deleted' })
    const { id } = await app.captured(await app.save(BRIDGE_DOMAINS), { controller_connection: other })

    expect((await app.app.admin.delete(`/api/controller/connections/${other}/`)).status).toBe(204)

    expect(await app.detail(id)).toMatchObject({ controller_connection: other, row_count: 5 })
  })

  it('outlives its user and keeps their name', async () => {
    const leaver = await app.app.userOf('editor')
    const { id, captured_by } = await app.captured(await app.save(BRIDGE_DOMAINS), {}, leaver)

    expect((await app.app.admin.delete(`/api/auth/management/${leaver.id}/`)).status).toBe(204)

    expect(await app.detail(id)).toMatchObject({ captured_by, row_count: 5 })
    expect((await app.editor.delete(`${SNAPSHOTS}${id}/`)).status).toBe(403)
    expect((await app.app.admin.delete(`${SNAPSHOTS}${id}/`)).status).toBe(204)
  })
})

describe(`a snapshot of ${MANY} rows`, () => {
  it('is streamed whole and by page, and so is the log of its run', async () => {
    for (let made = 0; made < MANY; made++)
      app.controller.store.add('fvAEPg', `uni/tn-A/ap-x/epg-${made}`, { name: `e${made}` })
    const query = await app.save({ nodes: [{ id: 'e', class_name: 'fvAEPg', properties: ['name'] }] })

    const { id, execution } = await app.captured(query)

    const { rows } = await app.detail(id)
    expect(rows).toHaveLength(MANY)
    expect(new Set(rows.map(({ name }: { name: string }) => name)).size).toBe(MANY)
    const page = await heddle.history.snapshots.get(id, { page: 150, page_size: 200 })
    expect(page.rows).toEqual(rows.slice(-200))
    const log = await app.log(execution)
    expect(log).toMatchObject({ results_truncated: true, row_count: MANY })
    expect(log.results).toEqual(rows.slice(0, 10_000))
    expect(await rowsOf(execution)).toEqual(rows)
    expect((await csvOf(execution)).trim().split('\r\n')).toHaveLength(MANY + 1)
  })
})
