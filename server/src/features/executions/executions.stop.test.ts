import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { expect, it, onTestFinished, vi } from 'vitest'
import { DEFAULT_PASSWORD } from '@heddle/simulators/controller/session/cluster.ts'
import { startController } from '@heddle/simulators/controller/start-controller.ts'
import { createTestStorage } from '../../testing/test-storage.ts'
import { CONNECTIONS, LOGS, QUERIES } from '../../testing/start-runs.ts'

const MAIN = fileURLToPath(new URL('../../main.ts', import.meta.url))
const PASSWORD = 'correct horse battery'

it('a stop takes at most ten seconds: a manual run ends with the reason, a background run continues later', async () => {
  const controller = await startController()
  const storage = await createTestStorage()
  onTestFinished(async () => {
    await controller.close()
    await storage.remove()
  })
  const first = await startServer(storage.env)
  const { id: connection } = await first.post(CONNECTIONS, {
    name: 'lab',
    host: controller.url,
    username: 'admin',
    password: DEFAULT_PASSWORD,
  })
  const { id: query } = await first.post(QUERIES, {
    controller_connection: connection,
    nodes: [{ id: 't', class_name: 'fvTenant' }],
    edges: [],
  })
  controller.faults.add({ kind: 'hang' })
  const { execution_id: background } = await first.post(`${QUERIES}${query}/execute_background/`, {})
  const running = first.post(`${QUERIES}${query}/execute/`, {})
  await vi.waitFor(() => expect(controller.requests.filter(({ kind }) => kind === 'data')).toHaveLength(2), 20_000)

  const startedAt = performance.now()
  first.process.kill('SIGTERM')
  const [code] = await once(first.process, 'exit')

  expect(code).toBe(0)
  expect(performance.now() - startedAt).toBeLessThan(10_000)
  const ended = { status: 'failure', reason: 'cancelled', error_message: 'The server stopped during this run.' }
  expect(await running).toMatchObject(ended)
  await vi.waitFor(() => expect(controller.counters).toMatchObject({ running: 0, openSockets: 0 }), 20_000)
  controller.faults.clear()
  const second = await startServer(storage.env)
  expect((await second.get(`${LOGS}?saved_query=${query}&status=failure`)).results).toMatchObject([ended])
  await vi.waitFor(
    async () => expect(await second.get(`${LOGS}${background}/`)).toMatchObject({ status: 'success' }),
    20_000,
  )
})

/** The real program in a separate process, with the administrator signed in. */
async function startServer(env: Readonly<Record<string, string>>) {
  const process_ = spawn(process.execPath, [MAIN], {
    env: { ...process.env, ...env, HOST: '127.0.0.1', PORT: '0', ADMIN_PASSWORD: PASSWORD },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void process_.kill('SIGKILL'))
  const url = await readyUrl(process_.stdout)
  const send = async (method: string, path: string, body?: object, access?: string) => {
    const headers = {
      'content-type': 'application/json',
      ...(access !== undefined && { authorization: `Bearer ${access}` }),
    }
    const reply = await fetch(url + path, { method, headers, ...(body && { body: JSON.stringify(body) }) })
    return (await reply.json()) as Record<string, any>
  }
  const { access } = await send('POST', '/api/auth/login/', { username: 'admin', password: PASSWORD })
  return {
    process: process_,
    get: (path: string) => send('GET', path, undefined, access),
    post: (path: string, body: object) => send('POST', path, body, access),
  }
}

async function readyUrl(output: NodeJS.ReadableStream): Promise<string> {
  for await (const line of createInterface({ input: output })) {
    const entry = JSON.parse(line) as { msg?: string; url?: string }
    if (entry.msg === 'ready' && entry.url !== undefined) {
      output.resume()
      return entry.url
    }
  }
  throw new Error('the server ended before it was ready')
}
