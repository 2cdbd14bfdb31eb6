import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Executor } from '../../../adapters/database/database.ts'
import type { Client } from '../../../testing/start-test-app.ts'
import { insertTemplate } from '../../../testing/automation/insert-template.ts'
import { BRIDGE_DOMAINS, type Snapshots, startSnapshots } from '../../../testing/snapshots/start-snapshots.ts'
import { followUpDue } from '../../schedules/index.ts'
import { automationFeature } from '../index.ts'

const TASKS = '/api/queries/scheduled-tasks/'
const EXECUTIONS = '/api/queries/scheduled-executions/'
const { signal } = new AbortController()
const LONG = JSON.stringify([{ name: 'bd', field_type: 'text', required: true, min_length: 50 }])

let app: Snapshots
let owner: Client & { id: number }
let template: string
/** The jobs of the follow-ups that were due. */
const sent: any[] = []
/** What happens between a capture and its follow-up. */
let meanwhile: ((tx: Executor) => Promise<unknown>) | undefined
let renames = 0

beforeAll(async () => {
  app = await startSnapshots()
  app.app.app.platform.events.onRaised(followUpDue, async (tx, payload) => {
    sent.push(payload)
    await meanwhile?.(tx)
  })
  template = await insertTemplate(app.app.app.platform.database)
})
afterAll(() => app.stop())
beforeEach(async () => {
  owner = await app.app.userOf('editor')
  sent.length = 0
  meanwhile = undefined
})

async function newTask(onChanges: object = {}): Promise<string> {
  const answer = await owner.post(TASKS, {
    name: 'watch bridge domains',
    saved_query: await app.save(BRIDGE_DOMAINS),
    controller_connections: [app.connection],
    schedule_type: 'interval',
    interval_minutes: 600,
    on_changes: { template, mapping: { bd: 'name' }, ...onChanges },
  })
  expect(answer.status, answer.text).toBe(201)
  return answer.body.id
}
const read = async (id: string) => (await owner.get(`${EXECUTIONS}${id}/`)).body
/** A firing, once it has ended. */
async function fire(task: string): Promise<any> {
  const { body } = await owner.post(`${TASKS}${task}/run_now/`)
  // Its owner may have lost the right to look.
  const open = async () =>
    (await app.sql('select open_firing from scheduled_tasks where id = $1', [task]))[0].open_firing
  await expect.poll(open, { timeout: 20_000, interval: 50 }).toBeNull()
  return { ...(await read(body.execution_id)), id: body.execution_id }
}
const change = () => app.controller.store.update('uni/tn-B/BD-bare', { mtu: String(2000 + ++renames) })
/** A firing that finds one changed row, with its job. */
async function fireWithChange(task: string) {
  await fire(task)
  change()
  return fire(task)
}
/** The queue performs the jobs too: whichever comes second changes nothing. */
const followAll = async () => {
  const { followUps } = app.app.app.features.of(automationFeature)
  for (const payload of sent) await followUps.followUp(payload, { signal })
}
const requestsOf = (run: { id: string }) =>
  app.sql(`select * from automation_requests where source->>'scheduled_execution' = $1 order by created_at`, [run.id])
const titles = async (client: Client) =>
  (await client.get('/api/notifications/notifications/?category=automation_execution')).body.results.map(
    ({ title }: any) => title,
  )

describe('the follow-up of changes', () => {
  it('is a request of the changed rows in the name of the owner, which waits for approval', async () => {
    const task = await newTask()
    const first = await fire(task)
    expect(first).toMatchObject({ status: 'success', snapshot: expect.any(String), changes: null, follow_up: null })
    expect(sent).toEqual([])
    change()

    const run = await fire(task)
    expect(run).toMatchObject({ status: 'success', changes: { added: 0, removed: 0, changed: 1 } })
    await followAll()

    const [request] = await requestsOf(run)
    expect((await read(run.id)).follow_up).toEqual({ request: request.id, error: null })
    expect(request).toMatchObject({
      template_id: template,
      user_id: owner.id,
      status: 'pending',
      started_at: null,
      approval_status: 'waiting',
      row_count: 1,
      source: {
        type: 'compare',
        snapshot_a: first.snapshot,
        snapshot_b: run.snapshot,
        scheduled_execution: run.id,
        row_count: 1,
      },
    })
    expect(await app.sql('select values from automation_request_rows where request_id = $1', [request.id])).toEqual([
      { values: { bd: 'bare' } },
    ])
    expect(await titles(app.app.admin)).toContain('Request from "Rename bridge domains" waits for approval')
    expect(await titles(owner)).toEqual([])
  })

  it('starts at once when it needs no approval', async () => {
    const run = await fireWithChange(await newTask({ requires_approval: false }))

    await followAll()

    expect(await requestsOf(run)).toMatchObject([{ approval_status: null, started_at: expect.any(Date) }])
  })

  it('makes one request, however often its job runs and whatever dies between', async () => {
    const run = await fireWithChange(await newTask())

    await Promise.all([followAll(), followAll(), followAll()])
    await followAll()

    expect(await requestsOf(run)).toHaveLength(1)
  })

  it('is none, and no error, when the filter keeps no row or only other changes are wanted', async () => {
    const filtered = await fireWithChange(await newTask({ filter: 'name == "nothing"' }))
    const jobs = sent.length
    const unwanted = await fireWithChange(await newTask({ changes: ['added', 'removed'] }))

    await followAll()

    expect([jobs, sent.length]).toEqual([1, 1])
    for (const run of [filtered, unwanted]) {
      expect(await requestsOf(run)).toEqual([])
      expect((await read(run.id)).follow_up).toBeNull()
    }
    expect(await titles(owner)).toEqual([])
  })

  it('is none when the task no longer wants it', async () => {
    const task = await newTask()
    meanwhile = (tx) => tx.execute(sql`update scheduled_tasks set on_changes = null where id = ${task}`)
    const run = await fireWithChange(task)

    await followAll()

    expect(await requestsOf(run)).toEqual([])
    expect((await read(run.id)).follow_up).toBeNull()
  })
})

describe('a follow-up that fails', () => {
  type Spoil = (tx: Executor) => Promise<unknown>
  const nothing: Spoil = () => Promise.resolve()
  const lapse: Spoil = (tx) => tx.execute(sql`delete from group_members where user_id = ${owner.id}`)
  const leave: Spoil = (tx) => tx.execute(sql`update users set is_active = false where id = ${owner.id}`)
  const FAILURES: readonly (readonly [string, object, Spoil, string])[] = [
    [
      'rows that do not fit',
      {},
      (tx) => tx.execute(sql`update automation_templates set schema = ${LONG}::jsonb`),
      'rows.0.bd',
    ],
    [
      'a template that is gone',
      {},
      (tx) => tx.execute(sql`delete from automation_templates`),
      'The template was deleted',
    ],
    ['an owner without the right', {}, lapse, 'may not launch'],
    ['an owner who was deactivated', {}, leave, 'may not sign in'],
    ['a column that the result lacks', { mapping: { bd: 'nowhere' } }, nothing, 'mapping.bd'],
    ['a filter that fails for every row', { filter: 'name > 5 / 0' }, nothing, 'rows_from'],
  ]

  it.each(FAILURES)('makes no request and tells the owner: %s', async (_what, onChanges, spoil, error) => {
    template = await insertTemplate(app.app.app.platform.database)
    meanwhile = spoil
    const run = await fireWithChange(await newTask(onChanges))

    await followAll()

    expect(await requestsOf(run)).toEqual([])
    const [row] = await app.sql('select follow_up from scheduled_executions where id = $1', [run.id])
    expect(row.follow_up).toEqual({ request: null, error: expect.stringContaining(error) })
    const told = await app.sql('select title, link from notifications where user_id = $1', [owner.id])
    expect(told).toEqual([
      {
        title: 'Changes found by "watch bridge domains" were not launched',
        link: `/queries/scheduled-executions/${run.id}/`,
      },
    ])
  })
})
