import type { PromptDryRunReply, ExplainFact, ExplainReply } from '@heddle/contract/ai.ts'
import { checkedSentences } from '@heddle/domain/ai/explanation/check-sentences.ts'
import { type ExplainPrompt, readSentences, promptTokens } from '@heddle/domain/ai/explanation/explain-prompt.ts'
import { knownNames } from '@heddle/domain/ai/explanation/known-names.ts'
import { promptText } from '@heddle/domain/ai/prompt.ts'
import { AiFailure } from '../../../adapters/ai-provider/ai-failure.ts'
import { type AiPurpose, AiRefused, type AiUses } from '../../ai/index.ts'
import type { Caller } from '../../../kernel/caller.ts'

/** What the rules say, and what a model may be asked for a better text. */
export type ExplanationDraft = {
  readonly text: string
  readonly facts: readonly ExplainFact[]
  readonly prompt: ExplainPrompt
  /** What is in the prompt besides the facts. */
  readonly source?: unknown
}

export type ExplainUse = {
  readonly caller: Caller
  readonly purpose: AiPurpose
  readonly target?: { readonly type: string; readonly id: string }
  readonly signal: AbortSignal
}

const NOTHING_LEFT = 'Every sentence of the AI named something that is not in the data, so this text is by rules.'

/** The text of a model as far as it is borne out, else that of the rules with the reason. Never fails because of AI. */
export async function explainWithAi(
  uses: AiUses,
  { caller: actor, ...use }: ExplainUse,
  draft: ExplanationDraft,
): Promise<ExplainReply> {
  const { prompt, facts } = draft.prompt
  try {
    const { sentences, spent } = await uses.use({ actor, ...use }, async (ask, soFar) => ({
      sentences: await ask(prompt, readSentences),
      spent: soFar(),
    }))
    const kept = checkedSentences(sentences, knownNames(facts, draft.source))
    return kept.length === 0
      ? { ...byRules(draft, NOTHING_LEFT), spent }
      : { text: kept.join(' '), source: 'ai', facts: [...draft.facts], spent }
  } catch (error: unknown) {
    return byRules(draft, reasonOf(error))
  }
}

export const byRules = ({ text, facts }: Pick<ExplanationDraft, 'text' | 'facts'>, detail: string): ExplainReply => ({
  text,
  source: 'rules',
  facts: [...facts],
  detail,
})

/** All that would be sent. */
export const dryRunOf = ({ prompt }: ExplainPrompt): PromptDryRunReply => ({
  prompt: promptText(prompt),
  tokens: promptTokens(prompt),
})

function reasonOf(error: unknown): string {
  if (error instanceof AiRefused) return error.refusal.detail
  if (error instanceof AiFailure) return error.message
  throw error
}
