import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Heddle } from '@heddle/client'
import { startReceiver, type TestReceiver } from '../../testing/channels/start-receiver.ts'
import { soon } from '../../testing/executions/background.ts'
import { addSmallFabric } from '../../testing/small-fabric.ts'
import { type Runs, startRuns } from '../../testing/start-runs.ts'
import type { Client } from '../../testing/start-test-app.ts'

let runs: Runs
let receiver: TestReceiver
let heddle: Heddle
beforeAll(async () => {
  runs = await startRuns()
  addSmallFabric(runs.controller.store)
  receiver = await startReceiver()
  heddle = await runs.app.heddle(runs.editor)
})
afterAll(async () => {
  await receiver.close()
  await runs.stop()
})

const PASSES = { rows: { min: 1 } }
const FAILS = { every: 'name != "A"' }
const LOOK = { look: true }
let made = 0
const save = (expected: object, others: object = {}): Promise<string> =>
  runs.save({
    nodes: [{ id: 't', class_name: 'fvTenant', properties: ['name'] }],
    name: `checked ${++made}`,
    expect: expected,
    ...others,
  } as never)
const channelOf = async (client: Client, body: object = {}): Promise<string> => {
  const channel = { name: 'news', type: 'webhook', target: receiver.url, ...body }
  return (await client.post('/api/notifications/channels/', channel)).body.id
}
const check = async (body: object, client = runs.editor): Promise<string> => {
  const { id } = (await client.post('/api/queries/checks/', body)).body
  await soon(async () => (await client.get(`/api/queries/checks/${id}/`)).body.status).toBe('finished')
  return id
}
const eventsOf = async (channel: string, client: Client = runs.editor): Promise<[string, string][]> =>
  (await client.get(`/api/notifications/channels/${channel}/deliveries/`)).body.results
    .map(({ event, title }: any) => [event, title])
    .toReversed()

describe('a check that somebody asks for', () => {
  it('tells their channels once that it fails, and once that it passes again', async () => {
    const query = await save(FAILS)
    const channel = await channelOf(runs.editor, { events: { saved_queries: [query] } })
    const ask = { saved_queries: [query], controller_connection: runs.connection }

    const first = await check(ask)
    await check(ask)
    const failed = await eventsOf(channel)
    await heddle.queries.savedQueries.update(query, { expect: PASSES })
    await check(ask)
    await check(ask)

    expect(failed).toEqual([['check.failed', `Query "checked ${made}" is not as expected`]])
    expect(await eventsOf(channel)).toEqual([
      ...failed,
      ['check.passed', `Query "checked ${made}" is as expected again`],
    ])
    await soon(async () => receiver.arrivals.length).toBeGreaterThan(0)
    expect(JSON.parse(receiver.arrivals[0]!.body).data).toMatchObject({
      saved_query: { id: query },
      rows: [{ name: 'A' }],
      link: expect.stringContaining(`/queries/checks/${first}/`),
    })
  })

  it('that passes from the start, or that a person has to judge, is no news', async () => {
    const queries = [await save(PASSES), await save(FAILS, LOOK)]
    const channel = await channelOf(runs.editor, { events: { saved_queries: queries } })

    await check({ saved_queries: queries, controller_connection: runs.connection })

    expect(await eventsOf(channel)).toEqual([])
  })

  it('tells nobody else but administrators', async () => {
    const query = await save(FAILS)
    const rules = { events: { saved_queries: [query] } }
    const colleague = await runs.app.userOf('editor')
    const { results: groups } = (await runs.app.admin.get('/api/auth/groups/')).body
    const groupOf = (name: string): number => groups.find((group: any) => group.name === name).id
    const theirs = await channelOf(colleague, rules)
    const editors = await channelOf(runs.app.admin, { ...rules, group: groupOf('Editors') })
    const administrators = await channelOf(runs.app.admin, { ...rules, group: groupOf('Administrators') })

    await check({ saved_queries: [query], controller_connection: runs.connection })

    expect(await eventsOf(theirs, colleague)).toEqual([])
    expect(await eventsOf(editors, runs.app.admin)).toEqual([])
    expect(await eventsOf(administrators, runs.app.admin)).toHaveLength(1)
  })

  it('is compared with the checks of the same user alone', async () => {
    const query = await save(FAILS)
    const channel = await channelOf(runs.editor, { events: { saved_queries: [query] } })
    const ask = { saved_queries: [query], controller_connection: runs.connection }

    await check(ask, await runs.app.userOf('editor'))
    await check(ask)

    expect(await eventsOf(channel)).toHaveLength(1)
  })
})
