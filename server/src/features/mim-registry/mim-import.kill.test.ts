import { afterAll, beforeAll, expect, it } from 'vitest'
import { type RegistrySimulator, startRegistry } from '@heddle/simulators/registry/start-registry.ts'
import { REGISTRY, RUNS, smallModel } from '../../testing/mim-registry/start-registry-app.ts'
import { openRealProgram, type RealProgram } from '../../testing/real-program.ts'

// Starting the server takes seconds, longer on a busy machine.
const patient = { timeout: 60_000, interval: 100 }

let registry: RegistrySimulator
let program: RealProgram
beforeAll(async () => {
  registry = await startRegistry({ versions: { latest: { model: smallModel } }, latencyMs: 100 })
  program = await openRealProgram({ MIM_REGISTRY_URL: registry.url, MIM_IMPORT_CONCURRENCY: '10' })
})
afterAll(async () => {
  await program.close()
  await registry.close()
})

it('an import continues automatically after its process was killed or stopped', { timeout: 180_000 }, async () => {
  const first = await program.start()
  const { run_id: id } = await first.post(`${REGISTRY}remote/install/`, { version_key: 'latest' })
  const atLeast = async (server: typeof first, count: number): Promise<void> =>
    expect.poll(async () => (await server.get(`${RUNS}${id}/`)).run.completed_count, patient).toBeGreaterThan(count)
  await atLeast(first, 0)
  await first.end('SIGKILL')

  const second = await program.start()
  expect((await second.get(`${RUNS}${id}/`)).run).toMatchObject({ state: 'running', phase: 'downloading' })
  expect((await second.get(`${REGISTRY}status/`)).active_import).toMatchObject({ task_id: id, state: 'running' })
  registry.settings.latencyMs = 1_000
  const asked = registry.counters.requests
  await expect.poll(() => registry.counters.requests, patient).toBeGreaterThan(asked + 5)
  await second.end('SIGTERM')

  registry.settings.latencyMs = 0
  const third = await program.start()
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
