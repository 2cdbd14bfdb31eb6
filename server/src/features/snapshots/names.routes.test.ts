import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { LOGS, QUERIES } from '../../testing/start-runs.ts'
import { BRIDGE_DOMAINS, type Snapshots, SNAPSHOTS, startSnapshots } from '../../testing/snapshots/start-snapshots.ts'

const TASKS = '/api/queries/scheduled-tasks/'
const RUNS = '/api/queries/scheduled-executions/'

let app: Snapshots
let query: string
let ids: { readonly west: string; readonly east: string }
beforeAll(async () => {
  app = await startSnapshots()
  ids = { west: await app.connect({ name: 'west' }), east: await app.connect({ name: 'east' }) }
  query = await app.save({ ...BRIDGE_DOMAINS, name: 'bridge domains' }, ids.west)
})
afterAll(() => app.stop())

const read = async (path: string) => (await app.editor.get(path)).body
const merged = () => ({ controller_connections: [ids.west, ids.east], merge: true })
const ONE = { controller_connection_name: 'west', controller_connection_names: null }
const BOTH = { controller_connection_name: null, controller_connection_names: ['west', 'east'] }

describe('names come with ids', () => {
  it('on saved queries and their runs, in lists and details', async () => {
    const { execution_id: one } = (await app.execute(query)).body
    const { execution_id: both } = (await app.execute(query, merged())).body

    expect((await read(`${QUERIES}${query}/`)).controller_connection_name).toBe('west')
    expect((await read(QUERIES)).results).toMatchObject([{ id: query, controller_connection_name: 'west' }])
    expect([await app.log(one), await app.log(both)]).toMatchObject([ONE, BOTH])
    expect((await read(`${LOGS}?saved_query=${query}`)).results).toMatchObject([
      { id: both, ...BOTH },
      { id: one, ...ONE },
    ])
  })

  it('on snapshots: captured, listed, read and changed', async () => {
    const named = { saved_query_name: 'bridge domains' }
    const one = await app.captured(query)
    const both = await app.captured(query, merged())

    expect([one, both]).toMatchObject([
      { ...named, ...ONE },
      { ...named, ...BOTH },
    ])
    expect((await read(`${SNAPSHOTS}?saved_query=${query}`)).results).toMatchObject([
      { id: both.id, ...named, ...BOTH },
      { id: one.id, ...named, ...ONE },
    ])
    expect(await app.detail(both.id)).toMatchObject({ ...named, ...BOTH })
    const pinned = await app.editor.post(`${SNAPSHOTS}${one.id}/pin/`)
    expect(pinned.body).toMatchObject({ pinned: true, ...named, ...ONE })
  })

  it('on scheduled tasks and their executions, and are null for what was deleted', async () => {
    const gone = await app.connect({ name: 'gone' })
    const body = { name: 'nightly', saved_query: query, schedule_type: 'interval', interval_minutes: 600 }
    const task = (await app.editor.post(TASKS, { ...body, controller_connections: [ids.east, gone, ids.west] })).body
    const named = { saved_query_name: 'bridge domains' }
    expect(task).toMatchObject({ ...named, controller_connection_names: ['east', 'gone', 'west'] })

    const { execution_ids } = (await app.editor.post(`${TASKS}${task.id}/run_now/`)).body
    await app.app.admin.delete(`/api/controller/connections/${gone}/`)

    const left = { ...named, controller_connection_names: ['east', null, 'west'] }
    expect([await read(`${TASKS}${task.id}/`), ...(await read(TASKS)).results]).toMatchObject([left, left])
    const { results } = await read(`${RUNS}?scheduled_task=${task.id}`)
    const names = Object.fromEntries(
      results.map((run: any) => [run.controller_connection, run.controller_connection_name]),
    )
    expect(names).toEqual({ [ids.east]: 'east', [gone]: null, [ids.west]: 'west' })
    expect(await read(`${RUNS}${execution_ids[0]}/`)).toMatchObject({ ...named, controller_connection_name: 'east' })
  })
})
