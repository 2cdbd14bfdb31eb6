import { afterAll, beforeAll, expect, it } from 'vitest'
import { type FuzzRequest, hostileRequest, type KnownIds, type Operation, operationsOf } from '../../testing/fuzz/generate-requests.ts'
import { describeRequest, faultOf } from '../../testing/fuzz/judge-answer.ts'
import { seededRandom } from '@heddle/domain/testing/random.ts'
import { startTestApp, type TestApp } from '../../testing/start-test-app.ts'

const SEED = Number(process.env.FUZZ_SEED ?? 1)
// How often each route is asked in each role.
const ROUNDS = Number(process.env.FUZZ_ROUNDS ?? 1)
const AT_ONCE = 8
const HANGS_AFTER_MS = 30_000
const ROLES = ['anonymous', 'viewer', 'editor', 'operator', 'administrator'] as const

let app: TestApp
let operations: readonly Operation[]
let ids: KnownIds
beforeAll(async () => {
  // No fuzzed address may lead out of this process.
  app = await startTestApp({ env: { OUTBOUND_DENY: '0.0.0.0/0,::/0', LOG_LEVEL: 'error' } })
  operations = operationsOf((await app.admin.get('/api/schema/')).body)
  ids = await createThings()
})
afterAll(() => app.stop())

/** Something for each kind of id that the documents know. */
async function createThings(): Promise<KnownIds> {
  const query = await app.admin.post('/api/queries/saved-queries/', { name: 'q', nodes: [{ id: 'a', class_name: 'fvBD' }], edges: [] })
  const category = await app.admin.post('/api/queries/categories/', { name: 'c' })
  const user = await app.userOf('viewer')
  return [query.body.id, query.body.id, category.body.id, user.id, 1, 2, 3].filter((id) => id !== undefined)
}

async function bearerOf(role: (typeof ROLES)[number]): Promise<string | undefined> {
  return role === 'anonymous' ? undefined : (await app.userOf(role)).access
}

async function send({ method, path, headers, body }: FuzzRequest, bearer: string | undefined) {
  const reply = await fetch(`${app.url}${path}`, {
    method,
    redirect: 'manual',
    signal: AbortSignal.timeout(HANGS_AFTER_MS),
    headers: { ...headers, ...(bearer && { authorization: `Bearer ${bearer}` }) },
    ...(body !== undefined && { body }),
  })
  return { status: reply.status, requestId: reply.headers.get('x-request-id'), text: await reply.text() }
}

it.each(ROLES)('answers whatever a hostile client sends as documented, and stays alive: %s', async (role) => {
  const random = seededRandom(SEED)
  let bearer = await bearerOf(role)
  const waiting = operations.flatMap((operation) => Array.from({ length: ROUNDS }, () => hostileRequest(operation, ids, random)))
  const faults: string[] = []

  const ask = async (request: FuzzRequest): Promise<void> => {
    const used = bearer
    const answer = await send(request, used).catch((error: unknown) => String(error))
    const fault = typeof answer === 'string' ? answer : faultOf(answer)
    if (fault !== undefined) faults.push(`${describeRequest(request)} → ${fault}`)
    // It ended its own session, or its account.
    if (typeof answer !== 'string' && answer.status === 401 && used === bearer) bearer = await bearerOf(role)
  }
  const work = async (): Promise<void> => {
    for (let request = waiting.pop(); request; request = waiting.pop()) await ask(request)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))

  expect(faults).toEqual([])
  expect((await app.anonymous.get('/api/auth/health/')).body).toEqual({ status: 'ok' })
})
