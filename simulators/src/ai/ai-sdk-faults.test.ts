import { APICallError, NoObjectGeneratedError, NoOutputGeneratedError } from 'ai'
import { describe, expect, it } from 'vitest'
import type { AiFaultRule } from './faults/ai-fault.ts'
import type { Problem } from './problems/problem.ts'
import {
  ANSWER,
  askObject,
  askText,
  CLIENT_NAMES,
  type ClientName,
  CLIENTS,
  startTestAi,
  streamAnswer,
} from './testing/ai-client.ts'

const TEXT = 'A text that is long enough for several pieces of a stream.'

const failureOf = (promise: Promise<unknown>) =>
  promise.then(
    (value) => ({ unexpected: value }),
    (error: unknown) => error,
  )

const isCallError = (error: unknown) => APICallError.isInstance(error)
const isNoObject = (error: unknown) =>
  NoObjectGeneratedError.isInstance(error) || NoOutputGeneratedError.isInstance(error)

const endOf = (promise: Promise<{ readonly finishReason: string }>) =>
  promise.then(
    ({ finishReason }) => finishReason,
    () => 'error',
  )

/** How an answer that a filter stopped arrives: as a reason to end, or as a status. */
const FILTERED: Readonly<Record<ClientName, string | number>> = {
  'openai responses': 'content-filter',
  'openai chat': 'content-filter',
  anthropic: 400,
  gemini: 'content-filter',
  mistral: 'other',
  openrouter: 403,
  'azure responses': 400,
  'azure deployment': 400,
  ollama: 'stop',
}

describe.each(CLIENT_NAMES)('the client library of %s', (name) => {
  it.each<[Problem, number, Partial<Record<ClientName, number>>]>([
    ['bad_key', 401, { gemini: 400 }],
    ['forbidden', 403, {}],
    ['unknown_model', 404, { mistral: 400 }],
    ['rate_limit', 429, { ollama: 503 }],
    ['quota', 429, { ollama: 503, openrouter: 402, anthropic: 402 }],
    ['server_error', 500, { openrouter: 502 }],
    ['overloaded', 503, { anthropic: 529 }],
  ])('tells the problem %s', async (problem, status, exceptions) => {
    const ai = await startTestAi()
    ai.faults.add({ kind: 'problem', problem, message: 'the words of the test' })

    const error = await failureOf(askText(CLIENTS[name](ai)))
    const streamed = await failureOf(streamAnswer(CLIENTS[name](ai)))

    const statusCode = exceptions[name] ?? status
    expect(error).toSatisfy(isCallError)
    expect(error).toMatchObject({ statusCode, responseBody: expect.stringContaining('the words of the test') })
    expect(streamed).toMatchObject({ statusCode })
    // Error bodies the libraries cannot read: a text instead of an object, and what Mistral's gateway says.
    const isMute = name === 'ollama' || (name === 'mistral' && problem === 'bad_key')
    if (!isMute) expect((error as Error).message).toContain('the words of the test')
  })

  it('learns when to come again', async () => {
    const ai = await startTestAi()
    ai.faults.add({ kind: 'problem', problem: 'rate_limit', retryAfter: 7 })

    const error: any = await failureOf(askText(CLIENTS[name](ai)))

    const header = name === 'ollama' || name === 'gemini' ? undefined : '7'
    expect(error.responseHeaders['retry-after']).toBe(header)
    if (name === 'gemini') expect(error.responseBody).toContain('"retryDelay":"7s"')
  })

  it.each<AiFaultRule>([
    { kind: 'broken_json' },
    { kind: 'fenced_json' },
    { kind: 'wrong_schema' },
    { kind: 'empty_answer' },
    { kind: 'cut_off' },
    { kind: 'refusal' },
  ])('gets no object from %j', async (rule) => {
    const ai = await startTestAi({ answers: [ANSWER] })
    ai.faults.add(rule)

    const error = await failureOf(askObject(CLIENTS[name](ai)).then(({ output }) => output))

    // The library of Azure comes with an older one of OpenAI, which cannot read a refusal.
    const isUnread = name === 'azure responses' && rule.kind === 'refusal'
    expect(error).toSatisfy(isUnread ? isCallError : isNoObject)
  })

  it('gets nothing past a content filter', async () => {
    const ai = await startTestAi({ answers: [TEXT] })
    ai.faults.add({ kind: 'content_filter' })

    const outcome: any = await askText(CLIENTS[name](ai)).catch((error: unknown) => error)

    expect([outcome.statusCode ?? outcome.finishReason, outcome.text ?? '']).toEqual([FILTERED[name], ''])
  })

  it.each<AiFaultRule>([{ kind: 'error_in_200' }, { kind: 'reset' }, { kind: 'truncated' }, { kind: 'drop' }])(
    'sees that a stream did not end well: %j',
    async (rule) => {
      const ai = await startTestAi({ answers: [TEXT], pieceCharacters: 4 })
      ai.faults.add(rule)

      expect(await endOf(streamAnswer(CLIENTS[name](ai)))).not.toBe('stop')
    },
  )

  it.each<AiFaultRule>([
    { kind: 'html', status: 502 },
    { kind: 'truncated' },
    { kind: 'reset' },
    { kind: 'drop' },
    { kind: 'error_in_200' },
  ])('sees that an answer is none: %j', async (rule) => {
    const ai = await startTestAi({ answers: [TEXT] })
    ai.faults.add(rule)

    // Google's library takes a body without candidates for an answer that ended for another reason.
    const isTaken = name === 'gemini' && rule.kind === 'error_in_200'
    expect(await endOf(askText(CLIENTS[name](ai)))).toBe(isTaken ? 'other' : 'error')
  })

  it('reads what comes slowly, in pieces that cut characters', async () => {
    const ai = await startTestAi({ answers: ['Tenants — “web”'], latencyMs: 1, pieceMs: 1 })
    ai.faults.add({ kind: 'trickle', pieceBytes: 61, everyMs: 1 })
    ai.faults.add({ kind: 'delay', ms: 1 })

    expect((await streamAnswer(CLIENTS[name](ai))).text).toBe('Tenants — “web”')
  })

  it.each<AiFaultRule>([{ kind: 'hang' }, { kind: 'stall' }])('gives up when it is left waiting: %j', async (rule) => {
    const ai = await startTestAi()
    ai.faults.add(rule)

    const patience = new AbortController()
    const answer = expect(askText(CLIENTS[name](ai), { abortSignal: patience.signal })).rejects.toBeDefined()
    await expect.poll(() => ai.requests.length).toBe(1)
    patience.abort()

    await answer
    await expect.poll(() => ai.requests[0]?.isBroken).toBe(true)
  })
})
