import { expect, it } from 'vitest'
import type { AiFailureReason } from './ai-failure.ts'
import { type Remedy, rejectionOf } from './rejection.ts'

const asked = { who: 'It', name: 'gpt-x', mask: (text: string) => text }
const judge = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  rejectionOf({ status, headers, text: JSON.stringify(body) }, asked)
const said = (message: string, more: object = {}) => ({ error: { message, ...more } })

/** What providers say beside what the simulated ones do. */
it.each<[number, object, AiFailureReason, Remedy?]>([
  [400, said('Your credit balance is too low to access the API.'), 'out_of_credit'],
  [429, said('You exceeded your current quota', { code: 'insufficient_quota' }), 'out_of_credit'],
  [429, said('Request too large for gpt-x'), 'rate_limited'],
  [400, said('API key expired. Please renew the API key.'), 'unauthorized'],
  [404, said('This is not a chat model and thus not supported in the v1/chat/completions endpoint.'), 'unknown_model'],
  [404, { error: 'model "llama9" not found, try pulling it first' }, 'unknown_model'],
  [400, { error: '"embedder" does not support chat' }, 'unknown_model'],
  [404, { object: 'error', message: 'The model `other` does not exist.', code: 404 }, 'unknown_model'],
  [404, said('The model omni-moderation-latest does not exist'), 'unknown_model'],
  [404, said('No endpoints found that can handle the requested parameters.'), 'refused', 'no_schema'],
  [400, said('The requested operation is unsupported.', { code: 'OperationNotSupported' }), 'refused', 'another_place'],
  [
    404,
    said('This model is only supported in v1/responses and not in v1/chat/completions.'),
    'refused',
    'another_place',
  ],
  [405, { detail: 'Method Not Allowed' }, 'refused', 'another_place'],
  [404, {}, 'refused', 'another_place'],
  [400, said("Invalid parameter: 'response_format'"), 'refused', 'no_schema'],
  [400, said('max_tokens: 9000 > 8192, which is the maximum'), 'refused', 'another_limit'],
  [
    422,
    { detail: [{ loc: ['body', 'response_format'], msg: 'response_format: extra input' }] },
    'refused',
    'no_schema',
  ],
  [400, said('Something else'), 'refused'],
  [403, said('flagged for violence', { code: 403 }), 'declined'],
])('%d %j: %s', (status, body, reason, remedy) => {
  expect(judge(status, body)).toMatchObject({ reason, remedy, status })
})

it.each([
  ['7', 7],
  ['0', 0],
  ['6.2', 7],
  ['999999999', 86_400],
  ['soon', undefined],
  ['-5', undefined],
])('reads %j as the time to wait', (header, seconds) => {
  expect(judge(429, {}, { 'retry-after': header })?.retryAfterSeconds).toBe(seconds)
})

it('reads a date as the time to wait', () => {
  const header = new Date(Date.now() + 60_000).toUTCString()

  const { retryAfterSeconds } = judge(429, {}, { 'retry-after': header }) ?? {}

  expect(retryAfterSeconds).toBeGreaterThan(50)
  expect(retryAfterSeconds).toBeLessThanOrEqual(60)
})

it.each([{ choices: [], error: null }, { data: [] }, {}])('has nothing against %j', (body) => {
  expect(judge(200, body)).toBeUndefined()
})
