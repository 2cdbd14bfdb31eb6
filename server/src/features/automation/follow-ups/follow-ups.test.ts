import type { Row } from '@heddle/domain/values/row.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Column } from '@heddle/domain/automation/column.ts'
import type { Jobs } from '../../../platform/jobs/jobs.ts'
import type { Client } from '../../../testing/start-test-app.ts'
import { insertTemplate } from '../../../testing/automation/insert-template.ts'
import { BRIDGE_DOMAINS, type Snapshots, startSnapshots } from '../../../testing/snapshots/start-snapshots.ts'
import { archiveFeature, findSnapshot } from '../../archive/index.ts'
import { auditFeature } from '../../audit/index.ts'
import { controllerConnectionsFeature } from '../../controller-connections/index.ts'
import { executionsFeature } from '../../executions/index.ts'
import { queriesFeature } from '../../queries/index.ts'
import { schedulesFeature } from '../../schedules/index.ts'
import { snapshotsFeature } from '../../snapshots/index.ts'
import { usersFeature } from '../../users/index.ts'
import { createRequestChanges } from '../follow/request-changes.ts'
import { createNewRequests } from '../launch/new-request.ts'
import { createSourceService } from '../source/source.service.ts'
import { createFollowUps } from './follow-ups.ts'

const TASKS = '/api/queries/scheduled-tasks/'
const EXECUTIONS = '/api/queries/scheduled-executions/'
const BD: Column = { name: 'bd', fieldType: 'text', required: true, choices: [], unique: false, helpText: '' }
const { signal } = new AbortController()

let app: Snapshots
let owner: Client & { id: number }
let template: string
let followUps: ReturnType<typeof createFollowUps>
/** Jobs that were sent: each test performs them when it wants to. */
const sent: any[] = []
let rowFaults: Record<string, string[]> | undefined
let renames = 0

beforeAll(async () => {
  app = await startSnapshots()
  followUps = followUpsOf(app)
  followUps.listen()
  template = await insertTemplate(app.app.app.platform.database)
})
afterAll(() => app.stop())
beforeEach(async () => {
  owner = await app.app.userOf('editor')
  sent.length = 0
  rowFaults = undefined
})

function followUpsOf({ app: { app: server } }: Snapshots) {
  const { features, platform } = server
  const { database, events, clock, logger } = platform
  const audit = features.of(auditFeature)
  const { runs, logs } = features.of(executionsFeature)
  const source = createSourceService({
    runs,
    logs,
    queries: features.of(queriesFeature).queries,
    connections: features.of(controllerConnectionsFeature),
    archive: features.of(archiveFeature),
    history: features.of(snapshotsFeature).history,
    findSnapshot: (id) => findSnapshot(database.db, id),
    limits: { maxLaunchRows: 100 },
  })
  const jobs: Pick<Jobs, 'register' | 'send'> = {
    register: () => undefined,
    send: async (_job, payload) => void sent.push(payload),
  }
  const launch = { name: 'Rename bridge domains', connectionId: '', jobTemplateId: 7, executionMode: 'bulk', rowConcurrency: 5 } as const
  const templates = {
    launchable: async (_actor: unknown, id: string) => {
      const [row] = await app.sql('select connection_id from automation_templates where id = $1', [id])
      if (!row) return undefined
      const checkRows = async (rows: readonly unknown[]) =>
        rowFaults ? { faults: rowFaults } : { rows: rows as Row[] }
      return { id, template: { ...launch, connectionId: row.connection_id, columns: [BD] }, checkRows }
    },
  }
  return createFollowUps({
    database,
    jobs: jobs as Jobs,
    events,
    users: features.of(usersFeature).users,
    schedules: features.of(schedulesFeature).schedules,
    templates,
    source,
    newRequests: createNewRequests({
      database,
      changes: createRequestChanges({ database, events, audit, clock }),
      scheduleCheck: async () => undefined,
      events,
      audit,
      clock,
    }),
    logger: logger,
  })
}

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
  await expect.poll(async () => (await owner.get(`${TASKS}${task}/`)).body.running, { timeout: 20_000, interval: 50 }).toBe(false)
  return read(body.execution_id)
}
const change = () => app.controller.store.update('uni/tn-B/BD-bare', { mtu: String(2000 + ++renames) })
/** A firing that finds one changed row, with its job. */
async function fireWithChange(task: string) {
  await fire(task)
  change()
  return fire(task)
}
const followAll = async () => {
  for (const payload of sent) await followUps.followUp(payload, { signal })
}
const requestsOf = (run: { id: string }) =>
  app.sql(`select * from automation_requests where source->>'scheduled_execution' = $1 order by created_at`, [run.id])
const titles = async (client: Client) =>
  (await client.get('/api/notifications/notifications/?category=automation_execution')).body.results.map(({ title }: any) => title)

describe('the follow-up of changes', () => {
  it('is a request of the changed rows in the name of the owner, which waits for approval', async () => {
    const task = await newTask()
    const first = await fire(task)
    expect(first).toMatchObject({ status: 'success', snapshot: expect.any(String), changes: null, follow_up: null })
    expect(sent).toEqual([])
    change()

    const run = await fire(task)
    expect(run).toMatchObject({ status: 'success', changes: { added: 0, removed: 0, changed: 1 }, follow_up: null })
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
      source: { type: 'compare', snapshot_a: first.snapshot, snapshot_b: run.snapshot, scheduled_execution: run.id, row_count: 1 },
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
    const restarted = followUpsOf(app)

    await Promise.all([followAll(), followAll(), ...sent.map((payload) => restarted.followUp(payload, { signal }))])
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
    const run = await fireWithChange(task)
    await owner.patch(`${TASKS}${task}/`, { on_changes: null })

    await followAll()

    expect(await requestsOf(run)).toEqual([])
    expect((await read(run.id)).follow_up).toBeNull()
  })
})

describe('a follow-up that fails', () => {
  const FAILURES: readonly (readonly [string, object, () => Promise<unknown> | void, string])[] = [
    ['rows that do not fit', {}, () => void (rowFaults = { 'rows.0.bd': ['Too short.'] }), 'rows.0.bd: Too short.'],
    ['a template that is gone', {}, () => app.sql('delete from automation_templates'), 'The template was deleted'],
    ['an owner without the right', {}, () => app.sql('delete from group_members where user_id = $1', [owner.id]), 'may not launch'],
    ['an owner who was deactivated', {}, () => app.sql('update users set is_active = false where id = $1', [owner.id]), 'may not sign in'],
    ['a column that the result lacks', { mapping: { bd: 'nowhere' } }, () => undefined, 'mapping.bd'],
    ['a filter that fails for every row', { filter: 'name > 5 / 0' }, () => undefined, 'rows_from'],
  ]

  it.each(FAILURES)('makes no request and tells the owner: %s', async (_what, onChanges, spoil, error) => {
    template = await insertTemplate(app.app.app.platform.database)
    const run = await fireWithChange(await newTask(onChanges))
    await spoil()

    await followAll()

    expect(await requestsOf(run)).toEqual([])
    const [row] = await app.sql('select follow_up from scheduled_executions where id = $1', [run.id])
    expect(row.follow_up).toEqual({ request: null, error: expect.stringContaining(error) })
    const told = await app.sql('select title, link from notifications where user_id = $1', [owner.id])
    expect(told).toEqual([
      { title: 'Changes found by "watch bridge domains" were not launched', link: `/queries/scheduled-executions/${run.id}/` },
    ])
  })
})
