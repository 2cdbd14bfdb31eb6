import type { generateText, jsonSchema as jsonSchemaOf, Output as Outputs } from 'ai'
import type { ProviderId } from '@heddle/contract/ai.ts'
import { type Prompt, promptText } from '@heddle/domain/ai/prompt.ts'
import { AiFailure } from './ai-failure.ts'
import type { AiUsage } from './ai-providers.ts'
import { openModel } from './open-model.ts'
import type { Way } from './provider-places.ts'

/** What is said to the model; without a schema any text will do. */
export type Question = Omit<Prompt, 'schema'> & { readonly schema: Prompt['schema'] | undefined }

/**
 * How a question is written: servers that speak only part of an interface refuse the rest of it. The answer follows a
 * schema, is any JSON (with the schema in the text), or a text that should be JSON. The limit of tokens is sent as
 * usual, as models that reason want it, or not at all.
 */
export type Form = { readonly answer: 'schema' | 'json' | 'text'; readonly limit: 'usual' | 'reasoning' | 'none' }

export type ModelAccess = {
  readonly provider: ProviderId
  /** What people call the provider. */
  readonly who: string
  /** Of the model, or of Azure's deployment. */
  readonly name: string
  /** Empty: none. */
  readonly apiKey: string
  /** Rejects with an `AiFailure` unless there is an answer. */
  readonly fetch: typeof globalThis.fetch
}

export type ModelAnswer = { readonly text: string; readonly isCutOff: boolean; readonly usage: AiUsage }

/** Many of their models think before they answer, and the thoughts count against the limit. */
const THINKERS: readonly ProviderId[] = ['openai', 'azure_openai', 'gemini', 'openrouter']
const TOKENS_FOR_THOUGHTS = 6_000

/** Ollama's default cuts longer prompts without a word. */
const OLLAMA_CONTEXT = 16_384

/** Puts a question to a model, once. */
export async function putQuestion(asking: ModelAccess, way: Way, form: Form, question: Question): Promise<ModelAnswer> {
  const { generateText: generate, ...library } = await import('ai')
  // Warnings would go to the error stream, with parts of the request.
  Object.assign(globalThis, { AI_SDK_LOG_WARNINGS: false })
  try {
    const result = await generate({
      model: await openModel({ ...asking, way }),
      instructions: question.instructions,
      prompt: textFor(form, question),
      output: outputFor(library, form, question),
      maxRetries: 0,
      ...(form.limit !== 'none' && { maxOutputTokens: limitFor(asking, question) }),
      providerOptions: optionsFor(way, form, question),
    })
    return read(result, asking)
  } catch (error: unknown) {
    throw failureOf(error, asking)
  }
}

function limitFor({ provider }: ModelAccess, { schema, maxOutputTokens }: Question): number {
  return schema !== undefined && THINKERS.includes(provider) ? maxOutputTokens + TOKENS_FOR_THOUGHTS : maxOutputTokens
}

function textFor({ answer }: Form, { schema, ...question }: Question): string {
  if (schema === undefined || answer === 'schema') return question.prompt
  return promptText({ ...question, schema, instructions: '' }).trimStart()
}

type Library = { readonly Output: typeof Outputs; readonly jsonSchema: typeof jsonSchemaOf }

function outputFor(
  { Output, jsonSchema }: Library,
  { answer }: Form,
  { schema, name }: Question,
): Outputs.Output<string, string> {
  const text = Output.text()
  if (schema === undefined || answer === 'text') return text
  const { responseFormat } = answer === 'json' ? Output.json() : Output.object({ schema: jsonSchema(schema), name })
  // The text is read later: the library takes only texts that are nothing but JSON.
  return { ...text, responseFormat }
}

type Options = NonNullable<Parameters<typeof generateText>[0]['providerOptions']>

function optionsFor({ api }: Way, { limit }: Form, { maxOutputTokens }: Question): Options {
  const openai = {
    // Questions hold data of a network: the provider need not keep them.
    ...(api === 'responses' && { store: false }),
    ...(limit === 'reasoning' && { forceReasoning: true }),
  }
  const options = { num_ctx: OLLAMA_CONTEXT, ...(limit !== 'none' && { num_predict: maxOutputTokens }) }
  return { openai, azure: openai, mistral: { strictJsonSchema: true }, ollama: { options } }
}

type Result = Pick<
  Awaited<ReturnType<typeof generateText<Record<string, never>>>>,
  'text' | 'finishReason' | 'rawFinishReason' | 'usage'
>

const FILTERED = /filter|safety|refus|prohibit|block|policy/i

function read({ text, finishReason, rawFinishReason = '', usage }: Result, { who }: ModelAccess): ModelAnswer {
  if (finishReason === 'content-filter' || (finishReason === 'other' && FILTERED.test(rawFinishReason)))
    throw new AiFailure('declined', `${who} declined to answer: a filter stopped the answer.`)
  if (finishReason === 'error')
    throw new AiFailure('broken', `${who} stopped in the middle of its answer because of an error.`)
  const { inputTokens = 0, outputTokens = 0 } = usage
  return { text, isCutOff: finishReason === 'length', usage: { inputTokens, outputTokens } }
}

/** What has a status never gets here, so that the rest is an answer that the library cannot read. */
function failureOf(error: unknown, { who }: ModelAccess): AiFailure {
  if (error instanceof AiFailure) return error
  return new AiFailure('broken', `${who} sent an answer that cannot be read.`)
}
