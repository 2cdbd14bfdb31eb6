import type { Random } from '@heddle/domain/testing/random.ts'
import type { TestApp } from '../start-test-app.ts'
import { withoutReferences } from '../without-references.ts'
import { type FuzzRequest, hostileRequest, type KnownIds, type Operation, operationsOf } from './generate-requests.ts'
import { describeRequest, type FuzzAnswer, faultOf } from './judge-answer.ts'

export const ROLES = ['anonymous', 'viewer', 'editor', 'operator', 'administrator'] as const
export type Role = (typeof ROLES)[number]

// No fuzzed address may lead out of this process.
export const FUZZ_ENV = { OUTBOUND_DENY: '0.0.0.0/0,::/0', LOG_LEVEL: 'error' }
const AT_ONCE = 8
const HANGS_AFTER_MS = 30_000

export type RouteFuzzer = {
  readonly operations: readonly Operation[]
  /** Asks every route `rounds` times in one role. Returns what is wrong with the answers. */
  readonly fuzz: (role: Role, rounds: number, random: Random) => Promise<string[]>
}

/** Asks a server that runs in this process. */
export async function createRouteFuzzer(app: TestApp): Promise<RouteFuzzer> {
  const operations = operationsOf(withoutReferences((await app.admin.get('/api/schema/')).body))
  const ids = await createThings(app)
  return {
    operations,
    fuzz: async (role, rounds, random) => {
      const waiting = operations.flatMap((operation) =>
        Array.from({ length: rounds }, () => hostileRequest(operation, ids, random)),
      )
      const faults: string[] = []
      const ask = await asker(app, role, faults)
      const work = async (): Promise<void> => {
        for (let request = waiting.pop(); request; request = waiting.pop()) await ask(request)
      }
      await Promise.all(Array.from({ length: AT_ONCE }, work))
      const health = await app.anonymous.get('/api/auth/health/')
      return health.status === 200 ? faults : [...faults, `after ${role}: health answers ${health.status}`]
    },
  }
}

/** Something for each kind of id that the documents know. */
async function createThings(app: TestApp): Promise<KnownIds> {
  const query = await app.admin.post('/api/queries/saved-queries/', {
    name: 'q',
    nodes: [{ id: 'a', class_name: 'fvBD' }],
    edges: [],
  })
  const category = await app.admin.post('/api/queries/categories/', { name: 'c' })
  const user = await app.userOf('viewer')
  return [query.body.id, query.body.id, category.body.id, user.id, 1, 2, 3].filter((id) => id !== undefined)
}

async function asker(app: TestApp, role: Role, faults: string[]): Promise<(request: FuzzRequest) => Promise<void>> {
  const signIn = async () => (role === 'anonymous' ? undefined : (await app.userOf(role)).access)
  let bearer = await signIn()
  return async (request) => {
    const used = bearer
    const answer = await send(app.url, request, used).catch((error: unknown) => String(error))
    const fault = typeof answer === 'string' ? answer : faultOf(answer)
    if (fault !== undefined) faults.push(`${role}: ${describeRequest(request)} → ${fault}`)
    // It ended its own session, or its account.
    if (typeof answer !== 'string' && answer.status === 401 && used === bearer) bearer = await signIn()
  }
}

async function send(
  url: string,
  { method, path, headers, body }: FuzzRequest,
  bearer: string | undefined,
): Promise<FuzzAnswer> {
  const reply = await fetch(`${url}${path}`, {
    method,
    redirect: 'manual',
    signal: AbortSignal.timeout(HANGS_AFTER_MS),
    headers: { ...headers, ...(bearer && { authorization: `Bearer ${bearer}` }) },
    ...(body !== undefined && { body }),
  })
  return { status: reply.status, requestId: reply.headers.get('x-request-id'), text: await reply.text() }
}
