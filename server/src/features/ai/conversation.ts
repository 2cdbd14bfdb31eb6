import { type Prompt, promptText } from '@heddle/domain/ai/prompt.ts'
import type { AiAnswer, AiProviders, AiTarget } from '../../adapters/ai-provider/ai-providers.ts'
import { AiFailure } from '../../adapters/ai-provider/ai-failure.ts'
import type { Clock } from '../../kernel/clock.ts'
import { SECOND } from '../../kernel/durations.ts'
import type { AiMetrics } from './ai.metrics.ts'
import type { AiPurpose, Ask } from './ai-uses.ts'
import type { UseScope } from './use-scope.ts'

/** What was said during one use, for its audit entry. */
export type Spoken = {
  /** Questions that were sent, those asked again included. */
  rounds: number
  inputTokens: number
  outputTokens: number
  readonly prompts: string[]
}

type Options = {
  readonly ai: AiProviders
  readonly target: AiTarget
  readonly purpose: AiPurpose
  readonly scope: UseScope
  readonly metrics: AiMetrics
  readonly clock: Clock
}

/** The questions of one use, one after the other. */
export function openConversation({ ai, target, purpose, scope, metrics, clock }: Options): {
  readonly ask: Ask
  readonly spoken: Spoken
} {
  const spoken: Spoken = { rounds: 0, inputTokens: 0, outputTokens: 0, prompts: [] }

  async function answer(prompt: Prompt): Promise<AiAnswer> {
    scope.check()
    spoken.rounds += 1
    spoken.prompts.push(promptText(prompt))
    const given = await scope.race(ai.ask(target, prompt, scope.signal)).catch((error: unknown) => {
      // What the adapter says about an aborted request is less than what the scope knows.
      scope.check()
      throw error
    })
    spoken.inputTokens += given.usage.inputTokens
    spoken.outputTokens += given.usage.outputTokens
    metrics.tokens.inc({ direction: 'input' }, given.usage.inputTokens)
    metrics.tokens.inc({ direction: 'output' }, given.usage.outputTokens)
    return given
  }

  /** Undefined: the answer cannot be used. */
  async function askOnce<Wanted>(
    prompt: Prompt,
    read: (value: unknown) => Wanted | undefined,
  ): Promise<Wanted | undefined> {
    const startMs = clock.now().getTime()
    let outcome = 'error'
    try {
      const wanted = read((await answer(prompt)).value)
      outcome = wanted === undefined ? 'broken' : 'success'
      return wanted
    } catch (error: unknown) {
      if (!(error instanceof AiFailure)) throw error
      outcome = error.reason
      if (error.reason === 'broken') return undefined
      throw error
    } finally {
      metrics.questions.inc({ purpose, outcome })
      metrics.seconds.observe({ purpose }, (clock.now().getTime() - startMs) / SECOND)
    }
  }

  const ask: Ask = async (prompt, read) => {
    const first = await askOnce(prompt, read)
    const wanted = first === undefined ? await askOnce(prompt, read) : first
    if (wanted === undefined)
      throw new AiFailure('broken', 'The AI provider answered twice in a way that cannot be used.')
    return wanted
  }
  return { ask, spoken }
}
