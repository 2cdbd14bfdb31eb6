import type { PromptDryRunReply, ExplainChangesBody, ExplainQueryBody, ExplainReply } from '@heddle/contract/ai.ts'
import type { ExplainOrder, ExplainParts } from './explain-parts.ts'
import { dryRunOfQuery, explainQueryOf } from './explain-query-order.ts'
import { explainChangesOf, dryRunOfChanges } from './explain-changes-order.ts'

export type ExplainService = {
  readonly query: (order: ExplainOrder<ExplainQueryBody>) => Promise<ExplainReply>
  readonly queryDryRun: (order: ExplainOrder<ExplainQueryBody>) => Promise<PromptDryRunReply>
  readonly changes: (order: ExplainOrder<ExplainChangesBody>) => Promise<ExplainReply>
  readonly changesDryRun: (order: ExplainOrder<ExplainChangesBody>) => Promise<PromptDryRunReply>
}

/** Explains queries and comparisons in words: with AI where the caller has it, otherwise by rules. */
export function createExplainService(parts: ExplainParts): ExplainService {
  return {
    query: (order) => explainQueryOf(parts, order),
    queryDryRun: (order) => dryRunOfQuery(parts, order),
    changes: (order) => explainChangesOf(parts, order),
    changesDryRun: (order) => dryRunOfChanges(parts, order),
  }
}
