import { describe, expect, it } from 'vitest'
import { PROVIDER_IDS, type ProviderId } from '@heddle/contract/ai.ts'
import { providerOf } from '@heddle/domain/ai/providers.ts'
import type { AiFaultRule } from '@heddle/simulators/ai/faults/ai-fault.ts'
import type { AiFailureReason } from './ai-failure.ts'
import { failureIn, KEY, never, PROMPT, startSimulator, startWorkbench, targetAt } from './testing/ai-workbench.ts'

type Exceptions = Partial<Record<ProviderId, AiFailureReason>>

/** How a fault is reported, and by whom differently. */
const TABLE: readonly [AiFaultRule, AiFailureReason, Exceptions][] = [
  [{ kind: 'problem', problem: 'no_key' }, 'unauthorized', {}],
  [{ kind: 'problem', problem: 'bad_key' }, 'unauthorized', {}],
  [{ kind: 'problem', problem: 'forbidden' }, 'unauthorized', {}],
  [{ kind: 'problem', problem: 'unknown_model' }, 'unknown_model', {}],
  [{ kind: 'problem', problem: 'unknown_path' }, 'refused', {}],
  [{ kind: 'problem', problem: 'bad_request' }, 'refused', {}],
  [{ kind: 'problem', problem: 'rate_limit' }, 'rate_limited', { ollama: 'refused' }],
  // A lack of capacity at Mistral, which passes.
  [{ kind: 'problem', problem: 'quota' }, 'out_of_credit', { ollama: 'refused', mistral: 'rate_limited' }],
  [{ kind: 'problem', problem: 'server_error' }, 'refused', {}],
  [{ kind: 'problem', problem: 'overloaded' }, 'refused', {}],
  [{ kind: 'html', status: 502 }, 'refused', {}],
  [{ kind: 'html', status: 200 }, 'broken', {}],
  [{ kind: 'html', status: 401 }, 'unauthorized', {}],
  [{ kind: 'error_in_200' }, 'refused', {}],
  [{ kind: 'drop' }, 'unreachable', {}],
  [{ kind: 'reset' }, 'unreachable', {}],
  [{ kind: 'truncated' }, 'broken', {}],
  [{ kind: 'broken_json' }, 'broken', {}],
  [{ kind: 'empty_answer' }, 'broken', {}],
  [{ kind: 'cut_off' }, 'broken', {}],
  [{ kind: 'huge_answer', characters: 3_000_000 }, 'broken', {}],
  [{ kind: 'refusal' }, 'declined', {}],
  // Ollama has no filter; the simulated one just says nothing.
  [{ kind: 'content_filter' }, 'declined', { ollama: 'broken' }],
]

describe.each(PROVIDER_IDS)('%s', (provider) => {
  it.each(TABLE)('%j: %s', async (rule, reason, exceptions) => {
    const simulator = await startSimulator()
    const { ai, log } = startWorkbench()
    simulator.faults.add(rule)

    const failure = await failureIn(ai.ask(targetAt(provider, simulator.baseUrls[provider]), PROMPT, never))

    expect(failure).toMatchObject({ reason: exceptions[provider] ?? reason })
    expect(failure.message).toContain(providerOf(provider).display_name)
    expect(failure.message).not.toMatch(/<|\n/)
    expect(failure.message.length).toBeLessThan(400)
    expect(failure.message + log()).not.toContain(KEY.slice(0, 8))
    expect(failure.message).not.toContain(KEY.slice(-4))
  })

  it('says how long to wait', async () => {
    const simulator = await startSimulator()
    const { ai } = startWorkbench()
    simulator.faults.add({ kind: 'problem', problem: 'rate_limit', retryAfter: 7 })

    const failure = await failureIn(ai.ask(targetAt(provider, simulator.baseUrls[provider]), PROMPT, never))

    expect(failure.retryAfterSeconds).toBe(provider === 'ollama' ? undefined : 7)
  })

  it.each<AiFaultRule>([{ kind: 'hang' }, { kind: 'stall' }])('ends with the signal: %j', async (rule) => {
    const simulator = await startSimulator()
    const { ai } = startWorkbench()
    simulator.faults.add(rule)
    const patience = new AbortController()

    const question = failureIn(ai.ask(targetAt(provider, simulator.baseUrls[provider]), PROMPT, patience.signal))
    await expect.poll(() => simulator.requests.length).toBe(1)
    patience.abort(rule.kind === 'hang' ? new DOMException('too late', 'TimeoutError') : undefined)

    expect(await question).toMatchObject({ reason: rule.kind === 'hang' ? 'timeout' : 'cancelled' })
    await expect.poll(() => simulator.requests[0]?.isBroken).toBe(true)
    await expect.poll(() => simulator.counters.openSockets).toBe(0)
  })
})

it('repeats the words of the provider, without the key in them', async () => {
  const simulator = await startSimulator()
  const { ai } = startWorkbench()
  const message = `Incorrect API key provided: ${KEY}. <b>See</b> https://example.com/keys?key=${KEY}`
  simulator.faults.add({ kind: 'problem', problem: 'bad_key', message })

  const failure = await failureIn(ai.ask(targetAt('openai', simulator.baseUrls.openai), PROMPT, never))

  expect(failure.message).toBe('OpenAI answered 401: Incorrect API key provided: …. See https://example.com/keys.')
})

it('does not send what was cancelled before', async () => {
  const simulator = await startSimulator()
  const { ai } = startWorkbench()

  const failure = await failureIn(ai.ask(targetAt('openai', simulator.baseUrls.openai), PROMPT, AbortSignal.abort()))

  expect(failure.reason).toBe('cancelled')
  expect(simulator.counters.socketsOpened).toBe(0)
})

it.each(['kéy-of-the-tests', 'two words', 'two\nlines'])('sends no key that fits into no header: %j', async (key) => {
  const simulator = await startSimulator()
  const { ai } = startWorkbench()

  const failure = await failureIn(
    ai.ask(targetAt('openai', simulator.baseUrls.openai, { apiKey: { reveal: () => key } }), PROMPT, never),
  )

  expect(failure).toMatchObject({
    reason: 'unauthorized',
    message: 'The API key of OpenAI contains characters that no key has.',
  })
  expect(simulator.requests).toHaveLength(0)
})
