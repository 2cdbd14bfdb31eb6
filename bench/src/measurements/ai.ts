import { setTimeout as pause } from 'node:timers/promises'
import { type Line, type Measurement, ms, times } from '../measurement.ts'
import { type Running, startProgram } from '../start-program.ts'
import { median, percentile } from '../statistics.ts'
import { ADMIN, signIn, startTestServer, type TestServer } from '../test-server.ts'

type Ai = Running<'ai-provider'>

const CLASSES = 15_000
/** Enough for the server that is asked over HTTP: it is not the search that is measured there. */
const FEW_CLASSES = 500
const ASKED = 100
const MOST_PROMPT_MS = 50
const MOST_CHECK_MS = 20
const MOST_ADDED_MS = 50
const USERS = 20
const HANGING = 10
const QUESTIONS_EACH = 10
const MOST_DELAY_MS = 100

export const ai: Measurement = {
  name: 'ai',
  title: 'Questions to a simulated AI provider, embedded database',
  run: async ({ quick }) => [...(await measurePrompts()), ...(await measureUses(quick ? ASKED / 2 : ASKED))],
}

/** What happens on the main thread for a question: find the classes, write the prompt, check the answer. */
async function measurePrompts(): Promise<Line[]> {
  const program = await startProgram('class-model', { classes: CLASSES })
  const { prompts, checks } = await program.call.suggestions()
  await program.stop()
  const line = (what: string, taken: readonly number[], most: number): Line => ({
    what: `${what}, p99 of ${taken.length}, ${CLASSES.toLocaleString('en')} classes`,
    heddle: `${ms(percentile(taken, 0.99))} (median ${ms(median(taken))})`,
    target: `below ${ms(most)}`,
    passed: percentile(taken, 0.99) < most,
  })
  return [
    line('find the classes of a question and write the prompt', prompts, MOST_PROMPT_MS),
    line('check an answer that is half invented', checks, MOST_CHECK_MS),
  ]
}

async function measureUses(asked: number): Promise<Line[]> {
  const { server, provider, stop } = await startBoth()
  try {
    return [await measureUse(server, provider, asked), await measureHanging(server, provider)]
  } finally {
    await stop()
  }
}

/** A question through the server, against the same request sent to the provider directly. */
async function measureUse(server: TestServer, provider: Ai, asked: number): Promise<Line> {
  const { key } = await provider.call.access()
  const through: number[] = []
  for (let at = 0; at < asked; at++)
    through.push(await timed(() => suggest(server, `bridge domains of tenant ${at}`, server.authorization)))
  const { url, body } = await provider.call.lastQuestion()
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${key}` }
  const request = { method: 'POST', headers, body: JSON.stringify(body) }
  const bare: number[] = []
  for (let at = 0; at < asked; at++) bare.push(await timed(() => read(url, request)))
  const added = median(through) - median(bare)
  return {
    what: `a use from request to answer, median of ${asked}`,
    heddle: ms(median(through)),
    floor: `bare request: ${ms(median(bare))}`,
    ratio: times(median(through) / median(bare)),
    target: `at most ${ms(MOST_ADDED_MS)} longer`,
    passed: added <= MOST_ADDED_MS,
  }
}

/** Half of the users have a provider that hangs, and all ask ten questions at once: the others must not notice. */
async function measureHanging(server: TestServer, provider: Ai): Promise<Line> {
  const { mistral, key } = await provider.call.access()
  const users: string[] = []
  for (let at = 0; at < USERS; at++) users.push(await addUser(server, `user-${at}`))
  const [unlucky, lucky] = [users.slice(0, HANGING), users.slice(HANGING)]
  for (const user of unlucky)
    await send(server, 'PUT', '/api/ai/provider/', {
      body: { provider: 'mistral', base_url: mistral, api_key: key },
      authorization: user,
    })
  const ask = async (round: string, asking: readonly string[]) => {
    const questions = asking.flatMap((user, at) =>
      Array.from({ length: QUESTIONS_EACH }, (_, question) =>
        timed(() => suggest(server, `subnets ${round} ${at} ${question}`, user)),
      ),
    )
    return percentile(await Promise.all(questions), 0.95)
  }
  const alone = await ask('alone', lucky)
  const hanging = ask('hanging', unlucky)
  await pause(500)
  const beside = await ask('beside', lucky)
  const longest = await hanging
  return {
    what: `${lucky.length * QUESTIONS_EACH} questions at once beside ${unlucky.length * QUESTIONS_EACH} that hang, p95`,
    heddle: `${ms(beside)} (those that hang end after ${ms(longest)})`,
    floor: `alone: ${ms(alone)}`,
    target: `at most ${ms(MOST_DELAY_MS)} longer`,
    passed: beside - alone <= MOST_DELAY_MS,
  }
}

async function startBoth() {
  const registry = await startProgram('registry', { classes: FEW_CLASSES })
  const provider = await startProgram('ai-provider', undefined)
  const server = await startTestServer({ MIM_REGISTRY_URL: await registry.call.url() })
  await installModel(server)
  await registry.stop()
  const { openai, key } = await provider.call.access()
  await send(server, 'PATCH', '/api/ai/settings/', {
    body: {
      ai_builder_enabled: true,
      platform_default_provider: 'openai',
      platform_base_url: openai,
      platform_api_key: key,
    },
  })
  return {
    server,
    provider,
    stop: async () => {
      await server.stop()
      await provider.stop()
    },
  }
}

async function installModel(server: TestServer): Promise<void> {
  const { run_id } = await server.post<{ run_id: string }>('/api/mim-registry/remote/install/', {
    version_key: 'latest',
  })
  for (;;) {
    const { run } = await server.get<{ run: { state: string } }>(`/api/mim-registry/remote/runs/${run_id}/`)
    if (run.state === 'succeeded') return
    if (run.state !== 'running') throw new Error(`the import ${run.state}`)
    await pause(50)
  }
}

async function addUser(server: TestServer, username: string): Promise<string> {
  const { results } = await server.get<{ results: { id: number; name: string }[] }>('/api/auth/groups/')
  const group = results.find(({ name }) => name === 'Operators')!.id
  const account = { username, password: ADMIN.password }
  await server.post('/api/auth/management/', { ...account, email: `${username}@localhost`, groups: [group] })
  return `Bearer ${await signIn(server.url, account)}`
}

async function suggest(server: TestServer, question: string, authorization: string): Promise<void> {
  await send(server, 'GET', `/api/mim/classes/suggest/?q=${encodeURIComponent(question)}`, { authorization })
}

async function send(
  server: TestServer,
  method: string,
  path: string,
  { body, authorization = server.authorization }: { readonly body?: object; readonly authorization?: string },
): Promise<void> {
  const headers = { authorization, ...(body && { 'content-type': 'application/json' }) }
  const reply = await fetch(`${server.url}${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) })
  const text = await reply.text()
  if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status} ${text}`)
}

async function read(url: string, request: RequestInit): Promise<void> {
  await (await fetch(url, request)).text()
}

async function timed(work: () => Promise<void>): Promise<number> {
  const startedAt = performance.now()
  await work()
  return performance.now() - startedAt
}
