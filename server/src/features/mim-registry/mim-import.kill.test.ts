import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type RegistrySimulator, startRegistry } from '@heddle/simulators/registry/start-registry.ts'
import { copyEmbeddedTemplate } from '../../testing/embedded-template.ts'
import { MIGRATIONS } from '../../testing/test-database.ts'
import { REGISTRY, RUNS, smallModel } from '../../testing/mim-registry/start-registry-app.ts'

const MAIN = fileURLToPath(new URL('../../main.ts', import.meta.url))
const PASSWORD = 'correct horse battery'
// Starting the server takes seconds, longer on a busy machine.
const patient = { timeout: 60_000, interval: 100 }

let registry: RegistrySimulator
let dataDir: string
const children: ChildProcess[] = []
beforeAll(async () => {
  registry = await startRegistry({ versions: { latest: { model: smallModel } }, latencyMs: 100 })
  dataDir = await copyEmbeddedTemplate(MIGRATIONS)
})
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL')
  await registry.close()
  await rm(dataDir, { recursive: true, force: true })
})

/** The real program on one data folder, with the administrator signed in. */
async function startServer() {
  const env = {
    PATH: process.env.PATH,
    DATA_DIR: dataDir,
    HOST: '127.0.0.1',
    PORT: '0',
    ADMIN_PASSWORD: PASSWORD,
    MIM_REGISTRY_URL: registry.url,
    MIM_IMPORT_CONCURRENCY: '10',
    THROTTLE_USER_PER_MINUTE: '0',
  }
  const child = spawn(process.execPath, [MAIN], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  children.push(child)
  const url = await readyUrl(child.stdout)
  const send = async (method: string, path: string, body?: object, access?: string): Promise<any> => {
    const headers = {
      'content-type': 'application/json',
      ...(access !== undefined && { authorization: `Bearer ${access}` }),
    }
    return (await fetch(url + path, { method, headers, ...(body && { body: JSON.stringify(body) }) })).json()
  }
  const { access } = await send('POST', '/api/auth/login/', { username: 'admin', password: PASSWORD })
  return {
    get: (path: string) => send('GET', path, undefined, access),
    post: (path: string, body: object) => send('POST', path, body, access),
    end: async (signal: NodeJS.Signals) => {
      child.kill(signal)
      await once(child, 'exit')
    },
  }
}

async function readyUrl(output: NodeJS.ReadableStream): Promise<string> {
  for await (const line of createInterface({ input: output })) {
    const entry = JSON.parse(line) as { msg?: string; url?: string }
    if (entry.msg !== 'ready' || entry.url === undefined) continue
    output.resume()
    return entry.url
  }
  throw new Error('the server ended before it was ready')
}

it('an import continues automatically after its process was killed or stopped', { timeout: 180_000 }, async () => {
  const first = await startServer()
  const { run_id: id } = await first.post(`${REGISTRY}remote/install/`, { version_key: 'latest' })
  const atLeast = async (server: typeof first, count: number): Promise<void> =>
    expect.poll(async () => (await server.get(`${RUNS}${id}/`)).run.completed_count, patient).toBeGreaterThan(count)
  await atLeast(first, 0)
  await first.end('SIGKILL')

  const second = await startServer()
  expect((await second.get(`${RUNS}${id}/`)).run).toMatchObject({ state: 'running', phase: 'downloading' })
  expect((await second.get(`${REGISTRY}status/`)).active_import).toMatchObject({ task_id: id, state: 'running' })
  registry.settings.latencyMs = 1_000
  const asked = registry.counters.requests
  await expect.poll(() => registry.counters.requests, patient).toBeGreaterThan(asked + 5)
  await second.end('SIGTERM')

  registry.settings.latencyMs = 0
  const third = await startServer()
  await expect.poll(async () => (await third.get(`${RUNS}${id}/`)).run.state, patient).toBe('succeeded')
  expect((await third.get(`${RUNS}${id}/`)).run).toMatchObject({
    completed_count: 150,
    total_classes: 150,
    failed_count: 0,
  })
  expect((await third.get(`${REGISTRY}status/`)).active).toMatchObject({
    controller_version: 'latest',
    class_count: 150,
  })
  await third.end('SIGTERM')
  // Classes stored before the kill were not requested again.
  expect(registry.counters.requests).toBeLessThan(150 + 100)
})
