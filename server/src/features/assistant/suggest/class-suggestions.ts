import type { MimSuggestReply } from '@heddle/contract/mim.ts'
import { type CheckedSuggestion, checkSuggestions } from '@heddle/domain/ai/suggestion/check-suggestions.ts'
import { readSuggestions } from '@heddle/domain/ai/suggestion/read-suggestions.ts'
import { MOST_SUGGESTED, suggestPrompt } from '@heddle/domain/ai/suggestion/suggest-prompt.ts'
import type { Actor } from '../../../kernel/caller.ts'
import type { Clock } from '../../../kernel/clock.ts'
import { HOUR } from '../../../kernel/durations.ts'
import type { AiUses } from '../../ai/index.ts'
import type { CurrentModel, MimService } from '../../mim/index.ts'
import type { AiAttempts } from './ai-attempts.ts'
import { keptAnswers } from './kept-answers.ts'

/** Of the part of the class model that is sent, so that a prompt stays below 4,000 tokens. */
const CONTEXT_TOKENS = 3_000
const KEPT = { max: 2_000, ttlMs: HOUR }
/** With fewer classes of AI, the best ones of the search follow. */
const FEW = 3

type Dependencies = {
  readonly uses: Pick<AiUses, 'refusalFor' | 'manner'>
  readonly attempts: AiAttempts
  readonly providerOf: (actor: Actor) => Promise<string>
  readonly mim: Pick<MimService, 'current' | 'retrieval'>
  readonly clock: Clock
}
type Options = { readonly limit?: number | undefined; readonly onlySearch: boolean }
type Asked =
  { readonly ok: true; readonly value: readonly CheckedSuggestion[] } | { readonly ok: false; readonly detail: string }

const NO_CLASS = 'The answer of the AI provider named no class of the installed model.'

/** Suggests classes for a question: by AI as far as the class model bears it out, else by the search. */
export function createClassSuggestions({ uses, attempts, providerOf, mim, clock }: Dependencies) {
  const kept = keptAnswers<readonly CheckedSuggestion[]>(clock, KEPT)

  async function ask(actor: Actor, question: string, model: CurrentModel): Promise<Asked> {
    const [provider, manner] = await Promise.all([providerOf(actor), uses.manner()])
    const key = JSON.stringify([provider, model.graphId, manner.prompt_style, manner.verbosity, question])
    const refusal = await uses.refusalFor(actor)
    const known = kept.get(key)
    // An answer that is kept costs nothing.
    if (known && (refusal === undefined || refusal.reason === 'quota_spent')) return { ok: true, value: known }
    if (refusal) return { ok: false, detail: refusal.detail }
    return attempts.once(`suggest ${actor.id} ${key}`, { actor, provider, purpose: 'suggest_classes' }, async (put) => {
      const context = mim.retrieval.contextFor(question, CONTEXT_TOKENS) ?? { text: '', tokens: 0, classes: [] }
      const checked = checkSuggestions(
        await put(suggestPrompt(question, context, manner), readSuggestions),
        model,
        context.classes,
      )
      kept.set(key, checked)
      return checked
    })
  }

  return async (actor: Actor, q: string, { limit = MOST_SUGGESTED, onlySearch }: Options): Promise<MimSuggestReply> => {
    const found = mim.retrieval.suggest(q, limit)
    const bySearch = { query: q, source: 'search' as const, results: found }
    const question = q.trim().replace(/\s+/g, ' ')
    const model = mim.current()
    if (onlySearch || model === undefined || question === '') return bySearch
    const asked = await ask(actor, question, model)
    if (!asked.ok) return { ...bySearch, detail: asked.detail }
    if (asked.value.length === 0) return { ...bySearch, detail: NO_CLASS }
    return { query: q, source: 'ai', results: fillUp(asked.value, found).slice(0, limit) }
  }
}

function fillUp(suggested: readonly CheckedSuggestion[], found: readonly CheckedSuggestion[]): CheckedSuggestion[] {
  const names = new Set(suggested.map(({ name }) => name))
  const missing = Math.max(0, FEW - suggested.length)
  return [...suggested, ...found.filter(({ name }) => !names.has(name)).slice(0, missing)]
}
