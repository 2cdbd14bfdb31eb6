import { BlockList } from 'node:net'
import { pino } from 'pino'
import { onTestFinished } from 'vitest'
import { PROVIDER_IDS, type ProviderId } from '@heddle/contract/ai.ts'
import type { Prompt } from '@heddle/domain/ai/prompt.ts'
import type { AiOptions } from '@heddle/simulators/ai/ai-options.ts'
import { type AiSimulator, startAi } from '@heddle/simulators/ai/start-ai.ts'
import { AiFailure } from '../ai-failure.ts'
import type { AiProviders, AiTarget } from '../ai-providers.ts'
import { type AiProviderOptions, openAiProviders } from '../open-ai-providers.ts'

export const KEY = 'k3y-of-the-tests-0123456789'
export const never: AbortSignal = new AbortController().signal

export const MODELS: Readonly<Record<ProviderId, string>> = {
  openai: 'gpt-5.4-mini',
  anthropic: 'claude-haiku-4-5',
  gemini: 'gemini-2.5-flash',
  mistral: 'mistral-small-latest',
  openrouter: 'openai/gpt-4o-mini',
  azure_openai: 'heddle-deployment',
  ollama: 'llama3.2',
}
export const PROVIDERS = PROVIDER_IDS

export const PROMPT: Prompt = {
  instructions: 'Answer briefly.',
  prompt: 'Which EPGs exist?',
  schema: {
    type: 'object',
    properties: {
      class_name: { type: 'string', enum: ['fvBD', 'fvAEPg'] },
      limit: { type: ['integer', 'null'] },
      reasons: { type: 'array', items: { type: 'string' } },
    },
    required: ['class_name', 'limit', 'reasons'],
    additionalProperties: false,
  },
  name: 'class_choice',
  maxOutputTokens: 1_000,
}

export const ANSWER = { class_name: 'fvAEPg', limit: 5, reasons: ['EPGs — ⟨tenant⟩', 'second'] }

export type Workbench = {
  readonly ai: AiProviders
  /** Everything that was logged, to check for what must not be there. */
  readonly log: () => string
}

/** The adapter; closed when the test ends. */
export function startWorkbench(changes: Partial<AiProviderOptions> = {}): Workbench {
  const lines: string[] = []
  const logger = pino({ level: 'trace' }, { write: (line: string) => lines.push(line) })
  const ai = openAiProviders({ logger, deny: new BlockList(), ...changes })
  onTestFinished(() => ai.close())
  return { ai, log: () => lines.join('\n') }
}

/** Simulated providers that know the key of the tests. */
export async function startSimulator(options: AiOptions = {}): Promise<AiSimulator> {
  const simulator = await startAi({ key: KEY, answers: () => ANSWER, ...options })
  onTestFinished(() => simulator.close())
  return simulator
}

export function targetAt(provider: ProviderId, baseUrl: string | null, changes: Partial<AiTarget> = {}): AiTarget {
  return {
    provider,
    model: MODELS[provider],
    apiKey: provider === 'ollama' ? null : { reveal: () => KEY },
    baseUrl,
    deployment: provider === 'azure_openai' ? MODELS[provider] : null,
    hidesInternal: false,
    ...changes,
  }
}

/** The failure that it rejects with. */
export async function failureIn(work: Promise<unknown>): Promise<AiFailure> {
  const outcome: unknown = await work.then(
    (value) => new Error(`expected a failure, got ${JSON.stringify(value)}`),
    (error: unknown) => error,
  )
  if (outcome instanceof AiFailure) return outcome
  throw outcome
}
