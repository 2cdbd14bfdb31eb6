import type { PromptDryRunReply, ExplainQueryBody, ExplainReply } from '@heddle/contract/ai.ts'
import { type ExplainPrompt, queryPrompt } from '@heddle/domain/ai/explanation/explain-prompt.ts'
import { laneOf } from '../../../kernel/lane.ts'
import { readExplainQuery } from './read-explain-query.ts'
import { byRules, dryRunOf, explainWithAi } from './with-ai.ts'
import type { ExplainParts, ExplainOrder } from './explain-parts.ts'

const NOT_RUNNABLE = 'The query has errors, so no AI was asked.'

async function readQueryToExplain(
  { planners, queries }: ExplainParts,
  { caller, body, faults, signal }: ExplainOrder<ExplainQueryBody>,
) {
  return planners.use(laneOf(caller), signal, async (planner) => {
    const { canvas, savedQuery } = await readExplainQuery(queries, caller, body, faults)
    return { savedQuery, ...(await planner.explainQuery({ canvas })) }
  })
}

async function queryPromptOf(
  parts: ExplainParts,
  { facts, canvas }: Pick<Awaited<ReturnType<typeof readQueryToExplain>>, 'facts' | 'canvas'>,
): Promise<ExplainPrompt> {
  const { uses } = parts
  return queryPrompt(facts, canvas, await uses.manner())
}

export async function explainQueryOf(
  parts: ExplainParts,
  order: ExplainOrder<ExplainQueryBody>,
): Promise<ExplainReply> {
  const { uses } = parts
  const read = await readQueryToExplain(parts, order)
  if (!read.isRunnable) return byRules(read, NOT_RUNNABLE)
  const refusal = await uses.refusalFor(order.caller)
  if (refusal) return byRules(read, refusal.detail)
  const { caller, signal } = order
  const target = read.savedQuery === undefined ? {} : { target: { type: 'saved_query', id: read.savedQuery } }
  const draft = { ...read, prompt: await queryPromptOf(parts, read), source: read.canvas }
  return explainWithAi(uses, { caller, purpose: 'explain_query', signal, ...target }, draft)
}

export async function dryRunOfQuery(
  parts: ExplainParts,
  order: ExplainOrder<ExplainQueryBody>,
): Promise<PromptDryRunReply> {
  return dryRunOf(await queryPromptOf(parts, await readQueryToExplain(parts, order)))
}
