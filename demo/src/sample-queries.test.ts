import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '@heddle/server/testing/start-test-app.ts'
import { generateFabric } from '@heddle/simulators/controller/generate-fabric.ts'
import { DEFAULT_PASSWORD } from '@heddle/simulators/controller/session/cluster.ts'
import { type ControllerSimulator, startController } from '@heddle/simulators/controller/start-controller.ts'
import { SAMPLE_QUERIES } from './sample-queries.ts'

let app: TestApp
let controller: ControllerSimulator
let connection: string
beforeAll(async () => {
  app = await startTestApp()
  controller = await startController({ store: generateFabric({ size: 'small', seed: 1, now: Date.now() }) })
  const body = { name: 'fabric', host: controller.url, username: 'admin', password: DEFAULT_PASSWORD }
  connection = (await app.admin.post('/api/controller/connections/', body)).body.id
})
afterAll(async () => {
  await app.stop()
  await controller.close()
})

describe('sample queries', () => {
  it.each(SAMPLE_QUERIES)('$name finds rows in the generated fabric', async (query) => {
    const saved = await app.admin.post('/api/queries/saved-queries/', { ...query, controller_connection: connection })
    const { body } = await app.admin.post(`/api/queries/saved-queries/${saved.body.id}/execute/`, {})

    expect(body).toMatchObject({ status: 'success', error_message: null, warnings: [] })
    expect(body.results.length).toBeGreaterThan(0)
    expect(body.results[0]).not.toEqual({})
  })
})
