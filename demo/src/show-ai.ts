import type { ApiClient } from './api-client.ts'
import { formatTable } from './print-table.ts'

type Draft = {
  name: string
  description: string
  nodes: object[]
  edges: object[]
  post_processors: object[]
  explanation: string
  validation: { valid: boolean }
  reasons: { kind: string; id: string; reason: string }[]
}
type Run = {
  status: string
  row_count: number
  columns: string[]
  results: Record<string, unknown>[]
  error_message: string | null
}
type Explanation = { text: string; source: 'ai' | 'rules' }
type Parts = { readonly api: ApiClient; readonly ai: string; readonly key: string; readonly connection: string }

const QUERIES = '/api/queries/saved-queries/'
const QUESTION = 'which bridge domains have no VRF?'
const MOST_ROWS = 5

/** Turns a question into a query, runs it, and explains it. The model is simulated: it knows this one question. */
export async function showAi({ api, ai, key, connection }: Parts): Promise<void> {
  await api.patch('/api/ai/settings/', {
    ai_builder_enabled: true,
    platform_default_provider: 'openai',
    platform_base_url: `${ai}/openai/v1`,
    platform_api_key: key,
  })
  const draft = await api.post<Draft>('/api/ai/generate-query/', {
    prompt: QUESTION,
    controller_connection: connection,
  })
  console.log(`\nAsked a simulated AI provider: "${QUESTION}"\n  ${draft.name}: ${draft.explanation}`)
  for (const { kind, id, reason } of draft.reasons) console.log(`  • ${kind} ${id}: ${reason}`)
  if (!draft.validation.valid) throw new Error(`the proposal is not valid: ${JSON.stringify(draft.validation)}`)
  const query = await ensureQuery(api, draft, connection)
  const run = await api.post<Run>(`${QUERIES}${query}/execute/`)
  if (run.status !== 'success') throw new Error(`the run ended with ${run.status}: ${run.error_message ?? ''}`)
  console.log(`\nSaved and run: ${run.row_count} rows, the first ${Math.min(MOST_ROWS, run.row_count)} of them:\n`)
  console.log(formatTable(run.columns, run.results.slice(0, MOST_ROWS)))
  const { text, source } = await api.post<Explanation>('/api/ai/explain-query/', { saved_query: query })
  console.log(`\nExplained (by ${source === 'ai' ? 'the simulated model, checked' : 'rules'}): ${text}`)
}

/** An earlier start may have saved it. */
async function ensureQuery(
  api: ApiClient,
  { name, description, nodes, edges, post_processors }: Draft,
  connection: string,
): Promise<string> {
  const { results } = await api.get<{ results: { id: string; name: string }[] }>(`${QUERIES}?page_size=200`)
  const existing = results.find((query) => query.name === name)
  if (existing) return existing.id
  const body = { name, description, nodes, edges, post_processors, controller_connection: connection }
  return (await api.post<{ id: string }>(QUERIES, body)).id
}
