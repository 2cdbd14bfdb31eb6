import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type Assistant, startAssistant } from '../../../testing/start-assistant.ts'

const PATH = '/api/ai/generate-query/'
const UNKNOWN = '00000000-0000-4000-8000-000000000000'

let app: Assistant
beforeAll(async () => {
  app = await startAssistant()
})
afterAll(() => app.stop())
beforeEach(() => app.setUpAi())

const ask = (body: object) => app.admin.post(PATH, body)

it('lists every fault of a request', async () => {
  const canvas = { nodes: [{ class_name: 'fvBD' }, 5] }

  expect(await ask({ prompt: '  ', controller_connection: UNKNOWN, canvas })).toMatchObject({
    status: 400,
    body: {
      prompt: ['This field may not be blank.'],
      controller_connection: ['This connection does not exist.'],
      'canvas.nodes.0.id': [expect.any(String)],
      'canvas.nodes.1': [expect.any(String)],
    },
  })
  expect(await ask({ prompt: 'x'.repeat(4_001) })).toMatchObject({
    status: 400,
    body: { prompt: [expect.any(String)] },
  })
  expect(await ask({})).toMatchObject({ status: 400, body: { prompt: [expect.any(String)] } })
})

it('refuses while AI is switched off, also to look at the prompt', async () => {
  await app.setUpAi({ ai_builder_enabled: false })

  expect(await ask({ prompt: 'x' })).toMatchObject({
    status: 403,
    body: { detail: expect.stringContaining('switched off') },
  })
  expect((await app.admin.post(`${PATH}?dry_run=true`, { prompt: 'x' })).status).toBe(403)
})

it('needs a provider', async () => {
  await app.setUpAi({ platform_default_provider: null, platform_base_url: null, platform_api_key: null })

  expect(await ask({ prompt: 'x' })).toMatchObject({
    status: 503,
    body: { detail: expect.stringContaining('provider') },
  })
})

it('needs a class model', async () => {
  expect(await ask({ prompt: 'x' })).toMatchObject({ status: 409, body: { code: 'mim_not_installed' } })
})
