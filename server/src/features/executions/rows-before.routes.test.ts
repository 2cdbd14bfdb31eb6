import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { backgroundOf } from '../../testing/executions/background.ts'
import { addSmallFabric } from '../../testing/small-fabric.ts'
import { LOGS, type Runs, startRuns } from '../../testing/start-runs.ts'
import { executionsFeature } from './index.ts'

const KEEP = { keep_rows_before_steps: true }
const NAMES = {
  nodes: [{ id: 't', class_name: 'fvTenant', properties: ['name'] }],
  post_processors: [
    { id: 'order', type: 'sort', config: { by: [{ column: 'name', direction: 'desc' }] } },
    { id: 'one', type: 'limit', config: { count: 1 } },
  ],
}

let runs: Runs
let background: ReturnType<typeof backgroundOf>
beforeAll(async () => {
  runs = await startRuns()
  addSmallFabric(runs.controller.store)
  background = backgroundOf(runs)
})
afterAll(() => runs.stop())

async function runOf(query: Parameters<Runs['save']>[0], body: object): Promise<string> {
  const id = await background.start(await runs.save({ name: `names ${Math.random()}`, ...query }), body)
  await background.ended(id)
  return id
}
const before = (id: string, client = runs.editor) => client.get(`${LOGS}${id}/results/?format=ndjson&before_steps=true`)
const namesIn = ({ text }: { readonly text: string }) =>
  text
    .trim()
    .split('\n')
    .map((line) => (JSON.parse(line) as { name: string }).name)
const sql = async (text: string, values: readonly unknown[]) =>
  (await runs.app.app.platform.database.pool.query(text, [...values])).rows
const ago = (id: string, minutes: number) =>
  sql('update executions set executed_at = now() - make_interval(mins => $2) where id = $1', [id, minutes])
const sweep = () => runs.app.app.features.of(executionsFeature).logs.deleteRowsBefore()

describe('the rows before the steps of a run', () => {
  it('are kept where the run was asked to, read with no second request to the controller', async () => {
    const sent = runs.controller.requests.length
    const id = await runOf(NAMES, KEEP)
    const once = runs.controller.requests.length - sent

    const log = await runs.log(id)
    expect(log).toMatchObject({ row_count: 1, rows_before_steps: { row_count: 2 } })
    expect(log.rows_before_steps.columns).toContain('name')
    expect(namesIn(await before(id))).toEqual(['A', 'B'])
    expect(namesIn(await runs.editor.get(`${LOGS}${id}/results/?format=ndjson`))).toEqual(['B'])
    expect(runs.controller.requests.length - sent).toBe(once)
  })

  it('are a file as well, which the audit log tells apart', async () => {
    const id = await runOf(NAMES, KEEP)

    const { text } = await runs.editor.get(`${LOGS}${id}/results/?before_steps=true`)

    expect(text.trim().split(/\r?\n/)).toHaveLength(3)
    const { results } = (await runs.app.admin.get('/api/audit/logs/?action=results_export&page_size=1')).body
    expect(results[0].metadata).toMatchObject({ row_count: 2, before_steps: true })
  })

  it.each([
    ['nobody asked for them', NAMES, {}],
    ['there are no steps', { nodes: NAMES.nodes }, KEEP],
    ['the first step only counts', { nodes: NAMES.nodes, post_processors: [{ id: 'n', type: 'group', config: { by: [], aggregates: [{ function: 'count', as: 'n' }] } }] }, KEEP], // prettier-ignore
  ])('are not there where %s', async (_why, query, body) => {
    const id = await runOf(query, body)

    expect((await runs.log(id)).rows_before_steps).toBeNull()
    expect((await before(id)).status).toBe(404)
  })

  it('are for those who may read the rows of the run', async () => {
    const id = await runOf(NAMES, KEEP)
    const other = await runs.app.userOf('editor')

    expect((await before(id, other)).status).toBe(403)
    expect((await before(id, runs.app.admin)).status).toBe(200)
  })

  it('are gone after an hour; the rows of the run stay', async () => {
    const id = await runOf(NAMES, KEEP)
    await ago(id, 59)
    await sweep()
    expect((await before(id)).status).toBe(200)

    await ago(id, 61)
    expect(await sweep()).toBe(1)

    expect((await before(id)).status).toBe(404)
    expect(await runs.log(id)).toMatchObject({ row_count: 1, rows_before_steps: null })
    expect(await sql('select from execution_rows_before where execution_id = $1', [id])).toEqual([])
  })
})
