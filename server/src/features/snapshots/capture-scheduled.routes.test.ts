import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Client } from '../../testing/start-test-app.ts'
import {
  BRIDGE_DOMAINS,
  SETTINGS,
  type Snapshots,
  SNAPSHOTS,
  startSnapshots,
} from '../../testing/snapshots/start-snapshots.ts'
import { archiveFeature } from '../archive/index.ts'
import { snapshotsFeature } from './index.ts'

const TASKS = '/api/queries/scheduled-tasks/'
const EXECUTIONS = '/api/queries/scheduled-executions/'
const NOTIFICATIONS = '/api/notifications/notifications/'

let app: Snapshots
let owner: Client & { id: number }
let query: string
let renames = 0

beforeAll(async () => {
  app = await startSnapshots()
})
afterAll(() => app.stop())
beforeEach(async () => {
  owner = await app.app.userOf('editor')
  query = await app.save(BRIDGE_DOMAINS)
})

const newTask = async (body: object): Promise<string> => {
  const schedule = { schedule_type: 'interval', interval_minutes: 600 }
  const minimal = { name: 'nightly', saved_query: query, controller_connections: [app.connection], ...schedule }
  const answer = await owner.post(TASKS, { ...minimal, ...body })
  expect(answer.status, answer.text).toBe(201)
  return answer.body.id
}
const read = async (id: string) => (await owner.get(`${EXECUTIONS}${id}/`)).body
const until = (poll: () => Promise<unknown>) => expect.poll(poll, { timeout: 20_000, interval: 50 })

/** The record of a run, once it has ended. */
async function run(task: string) {
  const { body } = await owner.post(`${TASKS}${task}/run_now/`)
  await until(async () => (await owner.get(`${TASKS}${task}/`)).body.running).toBe(false)
  return read(body.execution_id)
}
/** The record of a run that was captured: it ends with its snapshot. */
async function runAndCapture(task: string) {
  const record = await run(task)
  expect(record.snapshot).not.toBeNull()
  return record
}
/** Jobs of a kind are processed in order, two at a time: once these are done, no earlier one is left. */
const jobsLeft = async () =>
  (
    await app.sql(
      `select from heddle_jobs.job where name = 'capture-scheduled-run' and state in ('created', 'retry', 'active')`,
    )
  ).length
const again = ({ id, execution }: { id: string; execution: string }, ownerId = owner.id) =>
  app.app.app.features
    .of(snapshotsFeature)
    .snapshots.captureScheduled(
      { scheduled_execution_id: id, execution_id: execution, owner_id: ownerId, retention_policy: null },
      { signal: new AbortController().signal },
    )
const change = () => app.controller.store.update('uni/tn-B/BD-bare', { mtu: String(1500 + ++renames) })
const notices = async () => (await owner.get(NOTIFICATIONS)).body.results

describe('a scheduled run', () => {
  it('is captured for the owner when its task says so, and its log stores no rows', async () => {
    const task = await newTask({ capture_snapshot: true, retention_policy: '90d' })

    const record = await runAndCapture(task)
    const lanes = await app.sql(
      `select group_id as lane from heddle_jobs.job where name = 'capture-scheduled-run' and data ->> 'owner_id' = $1`,
      [String(owner.id)],
    )
    expect(lanes).toEqual([{ lane: expect.stringMatching(new RegExp(`^g\\d+/${owner.id}$`)) }])

    expect(record).toMatchObject({ status: 'success', changes: null })
    const { rows, ...snapshot } = await app.detail(record.snapshot)
    expect(snapshot).toMatchObject({
      execution: record.execution,
      retention_policy: '90d',
      changes: null,
      annotation: null,
    })
    expect(snapshot.captured_by).toMatch(/^editor-/)
    expect(rows).toHaveLength(5)
    expect(await app.sql('select from execution_result_chunks where execution_id = $1', [record.execution])).toEqual([])
    expect((await app.log(record.execution, owner)).results).toEqual(rows)
  })

  it('is compared as its task says, and so is the comparison that a notice leads to', async () => {
    const ignores = await newTask({
      ...{ capture_snapshot: true, notify_on_changes: true },
      diff_ignore_fields: ['mtu', 'modTs'],
    })
    const keyed = await newTask({ capture_snapshot: true, notify_on_changes: true, diff_key_fields: ['name'] })
    await runAndCapture(ignores)
    change()

    expect((await runAndCapture(ignores)).changes).toEqual({ added: 0, removed: 0, changed: 0 })
    change()
    expect((await runAndCapture(keyed)).changes).toEqual({ added: 0, removed: 0, changed: 1 })
    await until(notices).toSatisfy((all: readonly { link: string }[]) =>
      all.some(({ link }) => link.endsWith('&key=name')),
    )
  })

  it('is captured according to the settings of the owner when its task says nothing', async () => {
    await owner.patch(SETTINGS, { auto_capture_enabled: true, default_retention_policy: '1y' })
    const [silent, never] = [await newTask({}), await newTask({ capture_snapshot: false })]

    const captured = await runAndCapture(silent)
    const other = await run(never)

    expect(await app.detail(captured.snapshot)).toMatchObject({ retention_policy: '1y' })
    await until(jobsLeft).toBe(0)
    expect((await read(other.id)).snapshot).toBeNull()
    await owner.patch(SETTINGS, { auto_capture_enabled: false })
    const third = await run(silent)
    await until(jobsLeft).toBe(0)
    expect((await read(third.id)).snapshot).toBeNull()
  })

  it('is not captured when it fails', async () => {
    const dead = await app.connect({ name: 'dead', host: '127.0.0.1:1' })
    const task = await newTask({ capture_snapshot: true, controller_connections: [dead] })

    const record = await run(task)

    await until(jobsLeft).toBe(0)
    expect(await read(record.id)).toMatchObject({ status: 'failure', snapshot: null })
  })

  it('gets one snapshot, however often its job runs', async () => {
    const record = await run(await newTask({ capture_snapshot: false }))

    await Promise.all([again(record), again(record), again(record)])
    await again(record)

    const ids = await app.idsOf(query)
    expect(ids).toEqual([(await read(record.id)).snapshot])
    await app.app.app.features.of(archiveFeature).sweep()
    expect((await app.detail(ids[0]!)).rows).toHaveLength(5)
  })

  it('is captured even if a user has already captured it', async () => {
    const record = await run(await newTask({ capture_snapshot: false }))
    const { id } = (await app.capture({ execution: record.execution }, owner)).body

    await again(record)

    const snapshot = (await read(record.id)).snapshot
    expect((await app.idsOf(query)).toSorted()).toEqual([id, snapshot].toSorted())
    expect((await app.detail(snapshot)).rows).toEqual((await app.detail(id)).rows)
  })

  it('is not captured when the owner lacks the permission, or its log or task is gone', async () => {
    const task = await newTask({ capture_snapshot: false })
    const [first, second, third] = [await run(task), await run(task), await run(task)]
    const viewer = await app.app.userOf('viewer')

    await again(first, viewer.id)
    await app.sql('delete from executions where id = $1', [second.execution])
    await again(second)
    await owner.delete(`${TASKS}${task}/`)
    await again(third)

    expect(await app.idsOf(query)).toEqual([])
  })
})

describe('changes between scheduled runs', () => {
  it('notify an owner who wants that, with counts, changed rows and a link to the comparison', async () => {
    const task = await newTask({ capture_snapshot: true, notify_on_changes: true })
    const first = await runAndCapture(task)
    const before = 1500 + renames
    change()
    app.controller.store.add('fvBD', 'uni/tn-B/BD-added', { name: 'added' })

    const second = await runAndCapture(task)

    app.controller.store.delete('uni/tn-B/BD-added')
    expect(second.changes).toEqual({ added: 1, removed: 0, changed: 1 })
    await until(async () => (await notices()).length).toBe(1)
    expect((await notices())[0]).toMatchObject({
      category: 'scheduled_task',
      severity: 'info',
      title: 'Scheduled task "nightly" found changes',
      body: `1 added, 0 removed, 1 changed since the previous snapshot.\n\nuni/tn-B/BD-bare\n  mtu: ${before} → ${before + 1}`,
      link: `/history/compare/?snapshot_a=${first.snapshot}&snapshot_b=${second.snapshot}`,
    })
    expect((await owner.get(`${SNAPSHOTS}${second.snapshot}/`)).body.changes).toEqual({
      added: 1,
      removed: 0,
      changed: 1,
      unchanged: 4,
    })
  })

  it('notify once, and not at all without changes or without the setting', async () => {
    const [eager, quiet] = [
      await newTask({ capture_snapshot: true, notify_on_changes: true }),
      await newTask({ capture_snapshot: true, notify_on_changes: false }),
    ]
    await runAndCapture(eager)
    const same = await runAndCapture(eager)
    change()
    const changed = await runAndCapture(eager)
    change()
    const unwanted = await runAndCapture(quiet)

    await again(changed)

    expect(same.changes).toEqual({ added: 0, removed: 0, changed: 0 })
    expect(unwanted.changes).toEqual({ added: 0, removed: 0, changed: 1 })
    expect(await notices()).toHaveLength(1)
  })
})
