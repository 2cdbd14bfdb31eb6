import { type AiSimulator, startAi } from '@heddle/simulators/ai/start-ai.ts'
import { afterAll, beforeAll } from 'vitest'
import { newQuery } from '../../testing/audit-walk/objects.ts'
import { admin, app, expectOk, FROM, hush, idOf, type Scenario } from '../../testing/audit-walk/walk.ts'
import { walkAuditLog } from '../../testing/audit-walk/walk-audit-log.ts'
import { installOperatorModel } from '../../testing/start-assistant.ts'
import { assistantFeature } from './index.ts'

const CANVAS = { nodes: [{ id: 'bd', class_name: 'fvBD' }] }

let ai: AiSimulator
beforeAll(async () => {
  ai = await startAi()
})
afterAll(() => ai.close())

async function answering(answer: object): Promise<void> {
  const { openai: key } = ai.settings.keys
  const settings = {
    platform_default_provider: 'openai',
    platform_base_url: ai.baseUrls.openai,
    platform_api_key: hush(key!),
  }
  await expectOk(app.admin.patch('/api/ai/settings/', settings))
  ai.setAnswers(() => answer)
}

const SCENARIOS: Readonly<Record<string, Scenario>> = {
  'POST /api/ai/generate-query/': async () => {
    await installOperatorModel(app)
    await answering(CANVAS)
    const answer = await admin.post('/api/ai/generate-query/', { prompt: 'bridge domains' }, FROM)
    return { answer, action: 'ai_query_generate', by: admin, target: null }
  },
  'POST /api/ai/explain-query/': async () => {
    await answering({ sentences: ['It lists fvBD objects.'] })
    return {
      answer: await admin.post('/api/ai/explain-query/', CANVAS, FROM),
      action: 'ai_query_explain',
      by: admin,
      target: null,
    }
  },
  'POST /api/ai/explain-changes/': async () => {
    const order = { saved_query: await newQuery() }
    const capture = async () => idOf(await expectOk(app.admin.post('/api/history/capture/', order)))
    const sides = { snapshot_a: await capture(), snapshot_b: await capture() }
    await answering({ sentences: ['Nothing changed.'] })
    const answer = await admin.post('/api/ai/explain-changes/', sides, FROM)
    return { answer, action: 'ai_changes_explain', by: admin, target: sides.snapshot_a }
  },
}

walkAuditLog(assistantFeature, SCENARIOS)
