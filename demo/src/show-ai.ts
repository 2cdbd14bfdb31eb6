import type { GenerateQueryReply, Heddle } from '@heddle/client'
import { formatTable } from './print-table.ts'

type Parts = { readonly heddle: Heddle; readonly ai: string; readonly key: string; readonly connection: string }

const QUESTION = 'which bridge domains have no VRF?'
const MOST_ROWS = 5

/** Turns a question into a query, runs it, and explains it. The model is simulated: it knows this one question. */
export async function showAi({ heddle, ai, key, connection }: Parts): Promise<void> {
  await heddle.ai.settings.update({
    ai_builder_enabled: true,
    platform_default_provider: 'openai',
    platform_base_url: `${ai}/openai/v1`,
    platform_api_key: key,
  })
  const draft = await heddle.ai.generateQuery({ prompt: QUESTION, controller_connection: connection })
  if (!('nodes' in draft)) throw new Error('the provider was not asked')
  console.log(`\nAsked a simulated AI provider: "${QUESTION}"\n  ${draft.name}: ${draft.explanation}`)
  for (const { kind, id, reason } of draft.reasons) console.log(`  • ${kind} ${id}: ${reason}`)
  if (!draft.validation.valid) throw new Error(`the proposal is not valid: ${JSON.stringify(draft.validation)}`)
  const query = await ensureQuery(heddle, draft, connection)
  const run = await heddle.queries.savedQueries.execute(query)
  if (run.status !== 'success') throw new Error(`the run ended with ${run.status}: ${run.error_message ?? ''}`)
  console.log(`\nSaved and run: ${run.row_count} rows, the first ${Math.min(MOST_ROWS, run.row_count)} of them:\n`)
  console.log(formatTable(run.columns, run.results.slice(0, MOST_ROWS)))
  const explained = await heddle.ai.explainQuery({ saved_query: query })
  if (!('text' in explained)) throw new Error('nothing was explained')
  const { text, source } = explained
  console.log(`\nExplained (by ${source === 'ai' ? 'the simulated model, checked' : 'rules'}): ${text}`)
}

/** An earlier start may have saved it. */
async function ensureQuery(
  { queries }: Heddle,
  { name, description, nodes, edges, post_processors }: GenerateQueryReply,
  connection: string,
): Promise<string> {
  const { results } = await queries.savedQueries.list({ search: name })
  const existing = results.find((query) => query.name === name)
  if (existing) return existing.id
  const body = { name, description, nodes, edges, post_processors, controller_connection: connection }
  return (await queries.savedQueries.create(body)).id
}
