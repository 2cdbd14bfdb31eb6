import { LRUCache } from 'lru-cache'
import type { Logger } from 'pino'
import { AiFailure } from './ai-failure.ts'
import { HOUR } from '../../kernel/durations.ts'
import { openAbortScope } from '../outbound/abort-scope.ts'
import type { AiAnswer, AiProviders, AiTarget } from './ai-providers.ts'
import { openWire, type WireOptions } from './ai-wire.ts'
import { findWay, type Learnt } from './find-way.ts'
import { listModels } from './list-models.ts'
import { openPeer, type Peer, requireKey } from './open-peer.ts'
import { putQuestion, type Question, type ModelAnswer } from './put-question.ts'
import { readObject, withoutThoughts } from './read-json.ts'
import { Rejection } from './rejection.ts'
import { toldFailure, toldModels } from './tell-little.ts'
import { testProvider } from './test-provider.ts'

export type AiProviderOptions = WireOptions & { readonly logger: Logger; readonly testTimeoutMs?: number }

const LIST_TIMEOUT_MS = 15_000
const TEST_TIMEOUT_MS = 10_000
const MOST_LEARNT = 500
const DECLINES = /\b(?:sorry|can(?:'|’|no)t|unable to|not able to|won(?:'|’)t)\b/i

/** Opens what holds all of a process's sockets to AI providers. */
export function openAiProviders({
  logger,
  testTimeoutMs = TEST_TIMEOUT_MS,
  ...options
}: AiProviderOptions): AiProviders {
  const wire = openWire(options)
  /** What each server took, per question: a schema that it refuses says nothing about another. */
  const learnt = new LRUCache<string, Learnt>({ max: MOST_LEARNT, ttl: HOUR })

  async function put(
    peer: Peer,
    { baseUrl }: AiTarget,
    question: Question,
  ): Promise<ModelAnswer & { readonly latencyMs: number }> {
    requireKey(peer)
    const key = JSON.stringify([peer.provider, baseUrl, peer.name, question.name])
    const { said, ...found } = await findWay(peer.ways, learnt.get(key), async (way, form) => {
      const startedAt = performance.now()
      const answered = await putQuestion(peer, way, form, question)
      return { ...answered, latencyMs: Math.round(performance.now() - startedAt) }
    })
    if (!learnt.has(key))
      logger.debug({ provider: peer.provider, model: peer.name, ...found }, 'found a way to ask the AI provider')
    learnt.set(key, found)
    return said
  }

  async function models(target: Omit<AiTarget, 'model'>, signal: AbortSignal): Promise<readonly string[]> {
    const scope = openAbortScope([signal], LIST_TIMEOUT_MS)
    try {
      const peer = openPeer(target, wire, scope.signal)
      // OpenRouter's list is public.
      if (peer.provider !== 'openrouter') requireKey(peer)
      const models = await firstList(peer).catch((error: unknown) => {
        throw toldFailure(error, target, peer)
      })
      return toldModels(models, target, peer)
    } finally {
      scope.close()
    }
  }

  return {
    ask: async (target, prompt, signal) => {
      const peer = openPeer(target, wire, signal)
      const said = await put(peer, target, prompt).catch((error: unknown) => {
        throw toldFailure(error, target, peer)
      })
      return answerOf(peer, prompt, said)
    },
    models,
    test: async (target, signal) => {
      const scope = openAbortScope([signal], testTimeoutMs)
      try {
        const peer = openPeer(target, wire, scope.signal)
        requireKey(peer)
        const steps = { list: () => firstList(peer), put: (question: Question) => put(peer, target, question) }
        return await testProvider(peer, steps).catch((error: unknown) => {
          throw toldFailure(error, target, peer)
        })
      } catch (error: unknown) {
        if (!(error instanceof AiFailure))
          logger.error({ err: error, provider: target.provider }, 'the test of an AI provider failed')
        return {
          status: 'failure',
          message: error instanceof AiFailure ? error.message : 'The test failed. The log has details.',
        }
      } finally {
        scope.close()
      }
    },
    close: wire.close,
  }
}

/** Empty where only the caller knows: Azure lists models, but not the deployments that stand for them. */
async function firstList(peer: Peer): Promise<readonly string[]> {
  let first: Rejection | undefined
  for (const list of peer.lists) {
    try {
      return await listModels(peer, list)
    } catch (error: unknown) {
      if (!(error instanceof Rejection) || error.remedy !== 'another_place') throw error
      first ??= error
    }
  }
  if (first !== undefined) throw first
  return []
}

function answerOf(
  { who }: Peer,
  { maxOutputTokens, mayBeProse }: Question,
  { text, isCutOff, usage }: ModelAnswer,
): AiAnswer {
  if (isCutOff)
    throw new AiFailure('broken', `The answer of ${who} was cut off: it is longer than ${maxOutputTokens} tokens.`)
  const value = readObject(text)
  if (value !== undefined) return { value, usage }
  if (text.trim() === '') throw new AiFailure('broken', `${who} sent an empty answer.`)
  // Models without a field for refusals say it in plain words.
  const said = withoutThoughts(text)
  // An explanation may well say later on what cannot be.
  const refusal = mayBeProse === true ? (said.trim().split(/[.!?]\s/, 1)[0] ?? '') : text
  if (!text.includes('{') && DECLINES.test(refusal)) throw new AiFailure('declined', `${who} declined to answer.`)
  if (mayBeProse === true && !text.includes('{')) return { value: { text: said }, usage }
  throw new AiFailure('broken', `${who} sent an answer that is not JSON.`)
}
