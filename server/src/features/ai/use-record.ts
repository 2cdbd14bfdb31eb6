import type { AuditAction } from '@heddle/domain/audit/actions.ts'
import { providerOf } from '@heddle/domain/ai/providers.ts'
import type { AiTarget } from '../../adapters/ai-provider/ai-providers.ts'
import type { Audit } from '../audit/index.ts'
import type { SettingsRow } from './ai-settings.store.ts'
import type { AiPurpose, UseOrder } from './ai-uses.ts'
import type { Spoken } from './conversation.ts'

type Use = {
  readonly order: UseOrder
  readonly target: AiTarget
  readonly settings: Pick<SettingsRow, 'auditsPrompts'>
  readonly spoken: Spoken
  readonly outcome: string
  readonly latencyMs: number
}

const PURPOSES: Readonly<Record<AiPurpose, { readonly action: AuditAction; readonly wanted: string }>> = {
  generate_query: { action: 'ai_query_generate', wanted: 'to turn a question into a query' },
  explain_query: { action: 'ai_query_explain', wanted: 'to explain a query' },
  explain_changes: { action: 'ai_changes_explain', wanted: 'to explain the differences between two snapshots' },
  suggest_classes: { action: 'ai_classes_suggest', wanted: 'which classes a question needs' },
  class_notes: { action: 'ai_class_notes', wanted: 'for notes on a class' },
}

/** The audit entry of a use. What was sent is in it only if the administrator wants that. */
export function useRecord({
  order,
  target,
  settings,
  spoken,
  outcome,
  latencyMs,
}: Use): Parameters<Audit['record']>[1] {
  const { action, wanted } = PURPOSES[order.purpose]
  const { id: userId, username } = order.actor
  const failed = outcome === 'success' ? '' : `, without success (${outcome.replaceAll('_', ' ')})`
  return {
    action,
    description: `${username} asked ${providerOf(target.provider).display_name} ${wanted}${failed}`,
    ...(order.target && { target: order.target }),
    actor: { userId, username },
    metadata: {
      provider: target.provider,
      model: target.model,
      rounds: spoken.rounds,
      input_tokens: spoken.inputTokens,
      output_tokens: spoken.outputTokens,
      latency_ms: latencyMs,
      outcome,
    },
    ...(settings.auditsPrompts && { content: { prompts: spoken.prompts } }),
  }
}
