import type { AiAnswer } from '../answers/ai-prompt.ts'
import type { AiSimulator } from '../start-ai.ts'
import { readAiFault } from './read-ai-fault.ts'
import { isProvider } from '../providers.ts'

type Body = Readonly<Record<string, unknown>>

type Action = (ai: AiSimulator, body: Body) => unknown

/** Actions of the control interface on running AI providers, by method and path below `/ai`. */
export const AI_ACTIONS: Readonly<Record<string, Action>> = {
  'GET /': () => ({ actions: Object.keys(AI_ACTIONS) }),
  'GET /status': ({ url, baseUrls, settings, counters, faults }) => ({
    url,
    baseUrls,
    settings,
    counters: {
      ...counters,
      byProvider: Object.fromEntries(counters.byProvider),
      byStatus: Object.fromEntries(counters.byStatus),
    },
    faults: faults.list().map(({ rule, seen, struck }) => ({ ...rule, seen, struck })),
  }),
  'GET /requests': ({ requests }) => requests.slice(-200),
  'DELETE /requests': (ai) => ai.resetCounters(),
  'POST /faults': ({ faults }, body) => faults.add(readAiFault(body)).rule,
  'DELETE /faults': ({ faults }) => faults.clear(),
  'POST /answers': (ai, { answers }) => {
    if (!Array.isArray(answers) || !answers.every(isAnswer))
      throw new Error('answers: expected a list of texts and objects')
    ai.setAnswers(answers)
    return { answers: answers.length }
  },
  'POST /keys': ({ settings }, { provider, key }) => {
    if (!isProvider(provider) || !(typeof key === 'string' || key === null))
      throw new Error('provider and key: expected a known id and a text')
    settings.keys[provider] = key ?? undefined
    return settings.keys
  },
  'POST /latency': ({ settings }, body) => {
    settings.latencyMs = numberOf(body, 'latency_ms')
    return settings
  },
  'POST /pieces': ({ settings }, body) => {
    settings.pieceCharacters = numberOf(body, 'characters')
    settings.pieceMs = numberOf(body, 'every_ms')
    return settings
  },
  'POST /pause': (ai) => ai.pause(),
  'POST /resume': (ai) => ai.resume(),
}

function isAnswer(value: unknown): value is AiAnswer {
  return typeof value === 'string' || (typeof value === 'object' && value !== null)
}

function numberOf(body: Body, key: string): number {
  const value = body[key]
  if (typeof value !== 'number' || value < 0) throw new Error(`${key}: expected a number`)
  return value
}
