import { createAnthropic } from '@ai-sdk/anthropic'
import { createAzure } from '@ai-sdk/azure'
import { createGoogle } from '@ai-sdk/google'
import { createMistral } from '@ai-sdk/mistral'
import { createOpenAI } from '@ai-sdk/openai'
import { createOpenRouter } from '@openrouter/ai-sdk-provider'
import { generateText, jsonSchema, type LanguageModel, Output, streamText } from 'ai'
import { createOllama } from 'ollama-ai-provider-v2'
import { onTestFinished } from 'vitest'
import type { AiOptions } from '../ai-options.ts'
import { type AiSimulator, startAi } from '../start-ai.ts'

/** Simulated providers, closed at the end of the test. */
export async function startTestAi(options: AiOptions = {}): Promise<AiSimulator> {
  const ai = await startAi(options)
  onTestFinished(() => ai.close())
  return ai
}

/** The interfaces, each with the client library that real programs use, and a model it offers. */
export const CLIENTS = {
  'openai responses': (ai: AiSimulator, apiKey?: string) =>
    createOpenAI(settings(ai, 'openai', apiKey))('gpt-5.4-mini'),
  'openai chat': (ai: AiSimulator, apiKey?: string) => createOpenAI(settings(ai, 'openai', apiKey)).chat('gpt-4o-mini'),
  anthropic: (ai: AiSimulator, apiKey?: string) =>
    createAnthropic(settings(ai, 'anthropic', apiKey))('claude-haiku-4-5'),
  gemini: (ai: AiSimulator, apiKey?: string) => createGoogle(settings(ai, 'gemini', apiKey))('gemini-2.5-flash'),
  mistral: (ai: AiSimulator, apiKey?: string) => createMistral(settings(ai, 'mistral', apiKey))('mistral-small-latest'),
  openrouter: (ai: AiSimulator, apiKey?: string) =>
    createOpenRouter(settings(ai, 'openrouter', apiKey)).chat('openai/gpt-4o-mini'),
  'azure responses': (ai: AiSimulator, apiKey?: string) =>
    createAzure(settings(ai, 'azure_openai', apiKey))('heddle-deployment'),
  'azure deployment': (ai: AiSimulator, apiKey?: string) =>
    createAzure({
      ...settings(ai, 'azure_openai', apiKey),
      useDeploymentBasedUrls: true,
      apiVersion: '2024-10-21',
    }).chat('heddle-deployment'),
  ollama: (ai: AiSimulator) => createOllama({ baseURL: ai.baseUrls.ollama })('llama3.2'),
} as const satisfies Record<string, (ai: AiSimulator, apiKey?: string) => LanguageModel>

export type ClientName = keyof typeof CLIENTS
export const CLIENT_NAMES = Object.keys(CLIENTS) as ClientName[]

/** A strict schema, as OpenAI demands it. */
const ANSWER_SCHEMA: Parameters<typeof jsonSchema>[0] = {
  type: 'object',
  properties: {
    class_name: { type: 'string', enum: ['fvBD', 'fvAEPg', 'faultInst'] },
    limit: { type: ['integer', 'null'] },
    reasons: { type: 'array', items: { type: 'string' } },
  },
  required: ['class_name', 'limit', 'reasons'],
  additionalProperties: false,
}

export const ANSWER = { class_name: 'fvAEPg', limit: 5, reasons: ['EPGs — ⟨tenant⟩', 'second'] }

/** Left to itself, the library takes any JSON for an object of this schema. */
const validate = (value: any) =>
  Array.isArray(value.reasons)
    ? { success: true as const, value }
    : { success: false as const, error: new Error('no reasons') }
const output = Output.object({ name: 'answer', schema: jsonSchema<typeof ANSWER>(ANSWER_SCHEMA, { validate }) })
const question = { instructions: 'Answer briefly.', prompt: 'Which EPGs exist?', maxRetries: 0 } as const

export const askText = (model: LanguageModel, options: object = {}) => generateText({ model, ...question, ...options })
export const askObject = (model: LanguageModel, options: object = {}) =>
  generateText({ model, ...question, output, ...options })

/** All text of a stream, or the first error in it. */
export async function streamAnswer(model: LanguageModel, options: object = {}) {
  const errors: unknown[] = []
  const result = streamText({ model, ...question, onError: ({ error }) => void errors.push(error), ...options })
  const parts: string[] = []
  for await (const part of result.textStream) parts.push(part)
  if (errors.length > 0) throw errors[0]
  return { parts, text: parts.join(''), finishReason: await result.finishReason, usage: await result.usage }
}

export const streamObject = (model: LanguageModel) => streamAnswer(model, { output })

function settings(ai: AiSimulator, provider: keyof AiSimulator['baseUrls'], apiKey = ai.settings.keys[provider] ?? '') {
  return { baseURL: ai.baseUrls[provider], apiKey }
}
