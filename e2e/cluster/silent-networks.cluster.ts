import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Cluster, connect, startCluster } from './harness/start-cluster.ts'
import { canStartPostgres, type OwnService, startPostgres } from './harness/own-services.ts'
import { apiOf, openChannel, type Reply, succeeded, QUERIES, saveQuery, signIn } from './harness/api.ts'
import { services } from './harness/services.ts'

const SECOND = 1000
/** As many as the pools of both processes hold. */
const CONNECTIONS = 40

describe.skipIf(!services)('connections that go silent, while new ones work', () => {
  let cluster: Cluster
  let query: string
  beforeAll(async () => {
    cluster = await startCluster({ api: 2, worker: 1 })
    query = await saveQuery(cluster.admin(), await connect(cluster, cluster.admin()))
  })
  afterAll(() => cluster.stop())

  const askOnAll = (): Promise<Reply[]> =>
    Promise.all(Array.from({ length: CONNECTIONS }, (_, index) => cluster.admin(index % 2).get(QUERIES)))

  it('of the database: all 40 are given up, and requests succeed again within 20 s', async () => {
    await askOnAll()
    cluster.databaseProxy.silence()
    const startedMs = performance.now()

    let replies = await askOnAll()
    const failed = replies.filter(({ status }) => status !== 200)
    while (replies.some(({ status }) => status !== 200)) replies = await askOnAll()
    const tookMs = performance.now() - startedMs

    console.info(
      `database: ${failed.length} of the first ${CONNECTIONS} failed, all succeed after ${Math.round(tookMs / SECOND)} s`,
    )
    expect(tookMs).toBeLessThan(20 * SECOND)
    expect(failed.map(describeReply)).toEqual(failed.map(() => UNAVAILABLE))
  })

  it('of the cache: tickets and progress work again within 20 s', async () => {
    cluster.redisProxy.silence()
    const startedMs = performance.now()

    const ticketOf = (at: number): Promise<Reply> => cluster.admin(at).post('/api/ws-ticket/')
    const first = await ticketOf(0)
    while ((await ticketOf(0)).status !== 200 || (await ticketOf(1)).status !== 200);
    const asked = succeeded(await cluster.admin(0).post(`${QUERIES}${query}/execute_background/`))
    const { ticket } = succeeded(await ticketOf(0))
    const channel = await openChannel(cluster.apis[1]!.url, asked.channel, ticket)
    const code = await channel.closed
    const tookMs = performance.now() - startedMs

    console.info(`cache: tickets and progress work again after ${Math.round(tookMs / SECOND)} s`)
    expect(describeReply(first)).toEqual(UNAVAILABLE)
    expect(code).toBe(1000)
    expect(tookMs).toBeLessThan(20 * SECOND)
  })
})

const UNAVAILABLE = {
  status: 503,
  retryAfter: '10',
  body: { detail: expect.any(String), request_id: expect.any(String) },
}
const describeReply = ({ status, headers, body }: Reply) => ({ status, retryAfter: headers.get('retry-after'), body })

describe.skipIf(!services || !canStartPostgres)('PostgreSQL stopped for ten seconds', () => {
  const cleaning: (() => Promise<void>)[] = []
  let postgres: OwnService
  let cluster: Cluster
  beforeAll(async () => {
    postgres = await startPostgres()
    cleaning.push(postgres.remove)
    cluster = await startCluster({ api: 1, worker: 1, databaseUrl: postgres.url })
    cleaning.push(cluster.stop)
  })
  afterAll(async () => {
    for (const clean of cleaning.toReversed()) await clean()
  })

  it('is 503 with Retry-After, a handful of lines in the log, and no value of a statement', async () => {
    const query = await saveQuery(cluster.admin(), await connect(cluster, cluster.admin()))
    const before = Object.fromEntries(cluster.running().map(({ name, log }) => [name, log().length]))

    await postgres.halt()
    const endMs = performance.now() + 10 * SECOND
    const replies: Reply[] = []
    while (performance.now() < endMs) {
      replies.push(
        await cluster
          .admin()
          .patch(`${QUERIES}${query}/`, { name: 'Confidential tenants', description: 'A secret plan' }),
      )
      replies.push(
        await apiOf(cluster.apis[0]!.url).post('/api/auth/login/', {
          username: 'confidential',
          password: 'wrong password',
        }),
      )
      await delay(100)
    }
    await postgres.start()
    while ((await cluster.admin().get(QUERIES)).status !== 200) await delay(100)
    await signIn(cluster.apis[0]!.url)

    const logs = cluster.running().map(({ name, log }) => ({ name, lines: log().slice(before[name]) }))
    const complaints = logs.map(({ name, lines }) => ({
      name,
      count: lines.filter((line) => levelOf(line) >= 40).length,
    }))
    console.info(
      `PostgreSQL: ${replies.length} requests answered 503, warnings and errors ${JSON.stringify(complaints)}`,
    )
    expect(replies.map(describeReply)).toEqual(replies.map(() => UNAVAILABLE))
    for (const { count } of complaints) expect(count).toBeLessThan(8)
    expect(logs.flatMap(({ lines }) => lines).join('\n')).not.toMatch(/confidential|secret plan|params:/i)
  })
})

function levelOf(line: string): number {
  return line.startsWith('{') ? (JSON.parse(line) as { level: number }).level : 50
}
