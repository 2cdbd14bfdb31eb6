import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createManualClock } from '../../testing/manual-clock.ts'
import { type Answer, type Client, startTestApp, type TestApp } from '../../testing/start-test-app.ts'
import { connectionTested } from '../controller-connections/index.ts'
import { taskChangesFound, taskExpectationChanged, taskFailed, taskRecovered } from '../schedules/index.ts'
import { waiverExpired } from '../waivers/index.ts'
import { channelsFeature } from './index.ts'

const CHANNELS = '/api/notifications/channels/'
const clock = createManualClock('2026-03-02T09:00:00Z')
type User = Awaited<ReturnType<TestApp['userOf']>>
let app: TestApp
let owner: User
let colleague: User
let team: number
let connection: string
let query: string
let folder: number
let task: string
beforeAll(async () => {
  app = await startTestApp({ clock })
  // What is sent is for other tests.
  await app.app.features.of(channelsFeature).channels.driver.stop()
  ;[owner, colleague] = [await app.userOf('editor'), await app.userOf('editor')]
  team = created(await app.admin.post('/api/auth/groups/', { name: 'Night shift' })).id
  await sql('insert into group_members (group_id, user_id) values ($1, $2)', [team, colleague.id])
  const lab = { name: 'lab', host: '127.0.0.1', username: 'u', password: 'p' }
  connection = created(await app.admin.post('/api/controller/connections/', lab)).id
  folder = created(await owner.post('/api/queries/categories/', { name: 'Fabric' })).id
  const below = created(await owner.post('/api/queries/categories/', { name: 'Ports', parent: folder })).id
  const canvas = { name: 'Leaf ports', controller_connection: connection, nodes: [], edges: [], category: below }
  query = created(await owner.post('/api/queries/saved-queries/', canvas)).id
  task = await makeTask()
})
afterAll(() => app.stop())
beforeEach(async () => {
  await sql('delete from notification_channels')
})

const sql = async (text: string, values: unknown[] = []): Promise<any[]> =>
  (await app.app.platform.database.pool.query(text, values)).rows
const created = (answer: Answer): Answer['body'] => {
  expect(answer.status, answer.text).toBe(201)
  return answer.body
}
const makeTask = async (body: object = {}): Promise<string> =>
  created(
    await owner.post('/api/queries/scheduled-tasks/', {
      ...{ name: 'nightly', saved_query: query, controller_connections: [connection], enabled: false },
      ...{ schedule_type: 'cron', cron_expression: '30 2 * * *', ...body },
    }),
  ).id
const channelOf = async (by: Client, body: object = {}): Promise<string> =>
  created(await by.post(CHANNELS, { name: 'x', type: 'webhook', target: 'http://127.0.0.1:9/', ...body })).id

type Raise = TestApp['app']['platform']['events']['raise']
const raise = (event: Parameters<Raise>[1], payload: object) =>
  app.app.platform.database.transaction((tx) => app.app.platform.events.raise(tx, event, payload))
const about = (id = task) => ({ task_id: id, task_name: 'nightly', owner_id: owner.id })
const fail = (id = task) =>
  raise(taskFailed, {
    ...about(id),
    scheduled_execution_id: randomUUID(),
    error_message: 'the controller did not answer',
    failure_streak: 2,
    notify_on_failure: false,
  })
const judge = (status: 'passed' | 'failed') =>
  raise(taskExpectationChanged, {
    ...about(),
    scheduled_execution_id: randomUUID(),
    query_name: 'Leaf ports',
    connection_names: ['lab'],
    status,
    reason: status === 'failed' ? 'more than 0 rows' : null,
    failing_rows: status === 'failed' ? [{ dn: 'topology/pod-1' }] : [],
    notify_on_expectation: false,
  })
const occurrencesOf = async (channel: string): Promise<any[]> =>
  (await sql('select occurrence from notification_deliveries where channel_id = $1 order by position', [channel])).map(
    ({ occurrence }) => occurrence,
  )
const typesOf = async (channel: string) => (await occurrencesOf(channel)).map(({ type }) => type)

describe('what a channel gets', () => {
  it('is what its owner may see: own tasks, and those granted to a group', async () => {
    const granted = await makeTask({ granted_groups: [team] })
    const [own, others] = [await channelOf(owner), await channelOf(colleague)]
    const ofTeam = await channelOf(app.admin, { group: team })

    await fail()
    await fail(granted)

    expect([await typesOf(own), await typesOf(others), await typesOf(ofTeam)]).toEqual([
      ['run.failed', 'run.failed'],
      ['run.failed'],
      ['run.failed'],
    ])
  })

  it('ends for a group with a member who may not see it', async () => {
    const granted = await makeTask({ granted_groups: [team] })
    const ofTeam = await channelOf(app.admin, { group: team })
    const nobody = await app.userOf(undefined)
    await sql('insert into group_members (group_id, user_id) values ($1, $2)', [team, nobody.id])

    await fail(granted)

    expect(await typesOf(ofTeam)).toEqual([])
    await sql('delete from group_members where user_id = $1', [nobody.id])
  })

  it('says what happened, with rows, counts, and who did it', async () => {
    const channel = await channelOf(owner)
    const row = { key: { dn: 'uni/tn-A' }, fields: { mtu: { before: 1500, after: 9000 } } }

    await judge('failed')
    await raise(taskChangesFound, {
      ...{ ...about(), scheduled_execution_id: randomUUID(), added: 1, removed: 0, changed: 1 },
      ...{ changed_rows: [row], people: ['kim'], link: '/history/compare/', notify_on_changes: false },
    })

    expect(await occurrencesOf(channel)).toMatchObject([
      {
        type: 'check.failed',
        severity: 'warning',
        title: 'Query "Leaf ports" is not as expected',
        saved_query: { id: query, name: 'Leaf ports' },
        rows: [{ dn: 'topology/pod-1' }],
        connections: ['lab'],
      },
      {
        type: 'changes.found',
        counts: { added: 1, removed: 0, changed: 1 },
        rows: [{ dn: 'uni/tn-A', mtu: '1500 → 9000' }],
        blame: ['kim'],
      },
    ])
  })

  it('fits its rules: a folder above that of the query, and no other', async () => {
    const other = created(await owner.post('/api/queries/categories/', { name: 'Other' })).id
    const channel = await channelOf(owner, { events: { category: folder } })
    const elsewhere = await channelOf(owner, { events: { category: other } })

    await judge('failed')

    expect([await typesOf(channel), await typesOf(elsewhere)]).toEqual([['check.failed'], []])
  })

  it('is nothing while it is disabled, and nothing of what was rolled back', async () => {
    const disabled = await channelOf(owner, { enabled: false })
    const channel = await channelOf(owner)

    await fail()
    const attempt = app.app.platform.database.transaction(async (tx) => {
      await app.app.platform.events.raise(tx, taskRecovered, about())
      await app.app.platform.events.raise(tx, waiverExpired, {
        ...{ waiver_id: randomUUID(), saved_query: query, query_name: 'q', resource: 'r', reason: 'x' },
        ...{ until: '2026-03-02T09:00:00.000+00:00', created_by: null },
      })
      throw new Error('a later failure')
    })

    await expect(attempt).rejects.toThrow('a later failure')
    expect([await typesOf(disabled), await typesOf(channel)]).toEqual([[], ['run.failed']])
  })

  it('of a controller is its fault once, and its recovery once', async () => {
    const channel = await channelOf(owner)

    for (const succeeded of [true, false, false, true, true])
      await raise(connectionTested, { connection_id: connection, succeeded })

    expect(await typesOf(channel)).toEqual(['connection.fault', 'connection.recovered'])
  })

  it('of a run that works again is for PagerDuty alone', async () => {
    const webhook = await channelOf(owner)
    const pager = await channelOf(owner, { type: 'pagerduty', secret: 'key', target: undefined })

    await fail()
    await raise(taskRecovered, about())

    expect([await typesOf(webhook), await typesOf(pager)]).toEqual([['run.failed'], ['run.failed', 'run.recovered']])
  })
})

describe('a mute', () => {
  const mute = (channel: string, body: object) => owner.post(`${CHANNELS}${channel}/mute/`, body)

  it('of an hour holds for an hour, for its query alone', async () => {
    const channel = await channelOf(owner)
    await mute(channel, { for: '1h', saved_query: query })

    await fail()
    await raise(connectionTested, { connection_id: connection, succeeded: false })
    await sql(`update notification_channel_mutes set until = until - interval '1 hour'`)
    await fail()

    expect(await typesOf(channel)).toEqual(['connection.fault', 'run.failed'])
  })

  it('until the query passes ends when it does, which is sent', async () => {
    const channel = await channelOf(owner)
    await mute(channel, { for: 'until_passed', saved_query: query })

    await judge('failed')
    await judge('passed')
    await judge('failed')

    expect(await typesOf(channel)).toEqual(['check.passed', 'check.failed'])
  })
})
