import type { World } from '../start-world.ts'
import { WITHOUT_VRF, type Workspace } from '../workspace.ts'

export async function aiExamples(world: World, { operator }: Workspace): Promise<void> {
  const { example, refused, ai } = world
  const api_key = ai.settings.keys.openai!
  const base_url = ai.baseUrls.openai
  const platform = {
    ai_builder_enabled: true,
    platform_default_provider: 'openai',
    platform_base_url: base_url,
    platform_api_key: api_key,
  }
  await example('PATCH /api/ai/settings/', { body: platform })
  await refused('PATCH /api/ai/settings/', { body: { platform_default_provider: 'skynet', verbosity: 'loud' } })
  await example('GET /api/ai/settings/')
  await example('GET /api/ai/providers/')

  const own = { by: operator, body: { provider: 'openai', base_url, api_key } }
  await example('PUT /api/ai/provider/', own)
  await refused('PUT /api/ai/provider/', { by: operator, body: { provider: 'skynet', base_url: 'localhost' } })
  await example('GET /api/ai/provider/', { by: operator })
  await example('POST /api/ai/provider/test/', own)
  await example('GET /api/ai/provider/models/', { by: operator, query: { provider: 'openai' } })
  await example('DELETE /api/ai/provider/', { by: operator })
}

export async function assistantExamples(world: World, { lostQuery, query }: Workspace): Promise<void> {
  const { example, prepare, ai } = world
  const { nodes, edges } = WITHOUT_VRF
  ai.setAnswers(() => ({ nodes, edges }))
  await example('POST /api/ai/generate-query/', { body: { prompt: 'Which bridge domains have no VRF?' } })
  ai.setAnswers(() => ({ sentences: ['It lists the bridge domains (fvBD) that reference no VRF (fvCtx).'] }))
  await example('POST /api/ai/explain-query/', { body: { saved_query: lostQuery } })
  const { results } = await prepare('GET /api/history/snapshots/', { query: { saved_query: query } })
  const [after, before] = results
  ai.setAnswers(() => ({ sentences: ['Bridge domain web floods ARP now and has a smaller MTU.'] }))
  await example('POST /api/ai/explain-changes/', { body: { snapshot_a: before.id, snapshot_b: after.id } })
  await example('GET /api/ai/usage/')
  await example('GET /api/mim/classes/suggest/', { query: { q: 'bridge domains', limit: 2, source: 'search' } })
  await example('GET /api/mim/explorer/class/:name/insights/', { params: { name: 'fvBD' }, query: { source: 'model' } })
}
