import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DEFAULT_PASSWORD } from '@heddle/simulators/controller/session/cluster.ts'
import { type ControllerSimulator, startController } from '@heddle/simulators/controller/start-controller.ts'
import {
  type RegistryApp,
  REGISTRY,
  smallModel,
  startRegistryApp,
} from '../../testing/mim-registry/start-registry-app.ts'

let imports: RegistryApp
let controller: ControllerSimulator
beforeAll(async () => {
  controller = await startController({ documents: { model: smallModel, access: 'session' } })
  imports = await startRegistryApp({ env: { LOG_LEVEL: 'trace' } })
})
afterAll(async () => {
  await imports.stop()
  await controller.close()
})

const connect = async (body: object = {}): Promise<string> =>
  (
    await imports.app.admin.post('/api/controller/connections/', {
      name: 'lab',
      host: controller.url,
      username: 'admin',
      password: DEFAULT_PASSWORD,
      ...body,
    })
  ).body.id
const install = (controller_connection: unknown, more: object = {}) =>
  imports.app.admin.post(`${REGISTRY}controller/install/`, { controller_connection, ...more })

describe('an import from a controller', () => {
  it('imports the classes of the controller under its release', async () => {
    const connection = await connect()
    const { status, body } = await install(connection, { concurrency: 2 })

    expect(status).toBe(202)
    expect(body).toMatchObject({ version_key: controller.cluster.release, concurrency: 2 })
    expect((await imports.ended(body.run_id)).run).toMatchObject({
      state: 'succeeded',
      source: 'controller',
      controller_connection: connection,
      completed_count: 150,
      fallback_count: 0,
      total_classes: 150,
    })
    expect((await imports.status()).loaded_version).toBe(controller.cluster.release)
    expect(imports.registry.counters.requests).toBe(0)
  })

  it('discovers classes by their references if the controller has no list, and logs in again when the token expires', async () => {
    controller.settings.documents!.source.hasAggregate = false
    const { body } = await install(await connect())
    controller.expireTokens()

    expect((await imports.ended(body.run_id)).run).toMatchObject({ state: 'succeeded', completed_count: 150 })
    controller.settings.documents!.source.hasAggregate = true
  })

  it('is rejected if logging in to the controller fails', async () => {
    const wrong = await install(await connect({ password: 'not the password' }))
    const gone = await install(await connect({ host: 'http://127.0.0.1:9' }))

    expect(wrong).toMatchObject({ status: 400, body: { controller_connection: [expect.stringMatching(/password/i)] } })
    expect(gone).toMatchObject({ status: 400, body: { controller_connection: [expect.stringContaining('refused')] } })
    expect((await imports.status()).active_import).toBeNull()
  })

  it('lists every fault of the body at once', async () => {
    expect(await install(randomUUID(), { concurrency: 11 })).toMatchObject({
      status: 400,
      body: { controller_connection: [expect.any(String)], concurrency: [expect.any(String)] },
    })
    expect(await install('nonsense')).toMatchObject({
      status: 400,
      body: { controller_connection: [expect.any(String)] },
    })
  })

  it('stores the password of the connection neither in a row nor in the log', async () => {
    const rows = [
      ...(await imports.sql('select * from mim_import_runs')),
      ...(await imports.sql('select * from mim_import_jobs')),
    ]

    expect(JSON.stringify(rows)).not.toContain(DEFAULT_PASSWORD)
    expect(imports.app.log()).not.toContain(DEFAULT_PASSWORD)
  })
})
