import { type AiSettings, isChatModel } from '../ai-options.ts'
import type { ProviderId } from '../providers.ts'
import type { AiPrompt } from '../answers/ai-prompt.ts'
import type { AnswerBook } from '../answers/answer-book.ts'
import { type Completion, completionOf } from '../answers/completion.ts'
import { BadPrompt, type Dialect } from '../dialects/dialect.ts'
import { type Fields, fieldsOf, wordOf } from '../dialects/fields.ts'
import { asGrowingArray } from '../dialects/gemini-generate.ts'
import type { AiEffect } from '../faults/ai-fault.ts'
import { contentFilterReply } from '../problems/content-filter.ts'
import type { Problem, ProblemReply, Refused } from '../problems/problem.ts'
import { problemOf, problemReply } from '../problems/problem-reply.ts'
import type { AiRequest } from './ai-log.ts'
import type { FoundRoute } from './ai-route.ts'
import { jsonReply, type Reply } from './reply.ts'

/** A request to one of the providers. */
export type Call = {
  readonly provider: ProviderId
  readonly route: FoundRoute | undefined
  /** Below the provider's folder. */
  readonly rest: string
  readonly query: URLSearchParams
  readonly maskedKey: string
  readonly record: AiRequest
}

type ApiParts = { readonly settings: AiSettings; readonly answers: AnswerBook }

/** What the providers answer: refusals, lists of models and what their models say. */
export class AiApi {
  readonly #settings: AiSettings
  readonly #answers: AnswerBook

  constructor({ settings, answers }: ApiParts) {
    this.#settings = settings
    this.#answers = answers
  }

  /** Reads what a request asks of a model, for the log and for rules that depend on it. */
  readPrompt({ provider, route, record }: Call): AiPrompt | BadPrompt | undefined {
    if (!route?.dialect) return undefined
    if (record.body === undefined) return new BadPrompt('')
    try {
      return { provider, ...route.dialect.readPrompt(fieldsOf(record.body), route.address) }
    } catch (error: unknown) {
      if (error instanceof BadPrompt) return error
      throw error
    }
  }

  async answer(call: Call, prompt: AiPrompt | BadPrompt | undefined, effects: readonly AiEffect[]): Promise<Reply> {
    const { route } = call
    const refusal = refusalOf(effects) ?? (route ? this.#objection(call, route) : { problem: 'unknown_path' })
    if (refusal) return this.#refuse(call, refusal)
    if (route?.describe) {
      const document = route.describe(this.#settings, call.query, route.address.model ?? '')
      return document ? jsonReply(200, document) : this.#refuse(call, { problem: 'unknown_model' })
    }
    if (prompt instanceof BadPrompt)
      return this.#refuse(call, { problem: 'bad_request', message: prompt.message || undefined, param: prompt.param })
    if (!prompt || !route?.dialect || !this.#knows(prompt)) return this.#refuse(call, { problem: 'unknown_model' })
    const filtered = has(effects, 'content_filter') ? contentFilterReply(call.provider) : undefined
    return filtered ? replyOf(filtered) : this.#complete(call, route.dialect, prompt, effects)
  }

  async #complete(call: Call, dialect: Dialect, prompt: AiPrompt, effects: readonly AiEffect[]): Promise<Reply> {
    const completion = completionOf(prompt, await this.#answers.next(prompt), effects)
    Object.assign(call.record, { answer: completion.text, usage: completion.usage })
    const fails = has(effects, 'error_in_200')
    const failure = fails ? problemReply(call.provider, refused(call, { problem: 'server_error' })).body : undefined
    return prompt.isStreamed
      ? this.#stream(call, dialect, completion, failure)
      : jsonReply(200, failure ?? dialect.whole(completion))
  }

  #refuse(call: Call, refusal: Refusal): Reply {
    const reply = problemReply(call.provider, refused(call, refusal))
    return replyOf(refusal.status === undefined ? reply : { ...reply, status: refusal.status })
  }

  /** What stands against a request before anybody looks at its body. */
  #objection({ provider, query, record }: Call, route: FoundRoute): Refusal | undefined {
    if (!route.isPublic && this.#settings.keys[provider] !== undefined) {
      if (!record.key) return { problem: 'no_key' }
      if (!record.key.isValid) return { problem: 'bad_key' }
    }
    if (provider === 'anthropic' && record.headers['anthropic-version'] === undefined)
      return { problem: 'bad_request', message: 'anthropic-version: header is required' }
    return route.needsVersion && !query.has('api-version') ? { problem: 'unknown_path' } : undefined
  }

  #knows({ provider, model }: AiPrompt): boolean {
    const { models, deployments } = this.#settings
    if (provider === 'azure_openai') return deployments.includes(model)
    const names = provider === 'ollama' && !model.includes(':') ? [`${model}:latest`] : [model]
    return isChatModel(model) && models[provider].some((id) => names.includes(id))
  }

  #stream(
    { provider, query, record }: Call,
    dialect: Dialect,
    completion: Completion,
    failure: object | undefined,
  ): Reply {
    const parts = split(completion.text, this.#settings.pieceCharacters)
    const all = dialect.stream(completion, parts, fieldsOf(record.body))
    const events = failure ? [...all.slice(0, Math.floor(all.length / 2)), dialect.streamError(failure)] : all
    if (provider === 'gemini' && query.get('alt') !== 'sse')
      return { status: 200, type: 'application/json; charset=utf-8', body: asGrowingArray(events) }
    // Keeps proxies from giving up while nothing has been said yet.
    const comment = provider === 'openrouter' ? [': OPENROUTER PROCESSING\n\n'] : []
    return {
      status: 200,
      type: dialect.streamType,
      headers: { 'cache-control': 'no-cache' },
      body: [...comment, ...events],
    }
  }
}

type Refusal = { readonly problem: Problem; readonly status?: number } & Partial<
  Record<'message' | 'param', string | undefined>
> & {
    readonly retryAfter?: number | undefined
  }

function has(effects: readonly AiEffect[], kind: AiEffect['kind']): boolean {
  return effects.some((effect) => effect.kind === kind)
}

/** The faults that refuse a request, whatever it asks. */
function refusalOf(effects: readonly AiEffect[]): Refusal | undefined {
  const effect = effects.find((one) => one.kind === 'problem' || one.kind === 'error')
  if (!effect) return undefined
  const { message, retryAfter } = effect
  return effect.kind === 'problem'
    ? { problem: effect.problem, message, retryAfter }
    : { problem: problemOf(effect.status), status: effect.status, message, retryAfter }
}

function refused({ rest, maskedKey, route, record }: Call, { problem, message, param, retryAfter }: Refusal): Refused {
  const body: Fields = fieldsOf(record.body)
  const model = route?.address.model ?? wordOf(body['model'])
  return { problem, model, method: record.method, path: rest, maskedKey, retryAfter, message, param }
}

function replyOf({ status, body, headers }: ProblemReply): Reply {
  return jsonReply(status, body, headers)
}

/** At least one character each; characters outside the basic plane stay whole. */
function split(text: string, characters: number): string[] {
  const all = Array.from(text)
  const size = Math.max(1, characters)
  return Array.from({ length: Math.ceil(all.length / size) }, (_, index) =>
    all.slice(index * size, (index + 1) * size).join(''),
  )
}
