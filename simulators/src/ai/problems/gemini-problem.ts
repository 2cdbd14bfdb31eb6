import type { Problem, ProblemReply, Refused } from './problem.ts'
import { waitOf } from './retry-after.ts'

type Row = readonly [status: number, name: string, message: string]

const TYPES = 'type.googleapis.com/google.rpc'

/** Errors of Google: `{error: {code, message, status, details}}`; a bad key is 400, the time to wait a detail. */
export function geminiProblem(refused: Refused): ProblemReply {
  const [code, status, words] = rowsOf(refused)[refused.problem]
  const message = refused.message ?? words
  const details = detailsOf(refused, message)
  return { status: code, body: { error: { code, message, status, ...(details.length > 0 && { details }) } } }
}

function rowsOf({ model }: Refused): Readonly<Record<Problem, Row>> {
  return {
    no_key: [
      403,
      'PERMISSION_DENIED',
      "Method doesn't allow unregistered callers (callers without established identity). Please use API Key or other form of API consumer identity to call this API.",
    ],
    bad_key: [400, 'INVALID_ARGUMENT', 'API key not valid. Please pass a valid API key.'],
    forbidden: [403, 'PERMISSION_DENIED', 'The caller does not have permission'],
    unknown_model: [
      404,
      'NOT_FOUND',
      `models/${model} is not found for API version v1beta, or is not supported for generateContent. Call ListModels to see the list of available models and their supported methods.`,
    ],
    unknown_path: [404, 'NOT_FOUND', 'Requested entity was not found.'],
    bad_request: [400, 'INVALID_ARGUMENT', 'Invalid JSON payload received.'],
    rate_limit: [429, 'RESOURCE_EXHAUSTED', 'Resource has been exhausted (e.g. check quota).'],
    quota: [429, 'RESOURCE_EXHAUSTED', 'You exceeded your current quota, please check your plan and billing details.'],
    server_error: [
      500,
      'INTERNAL',
      'An internal error has occurred. Please retry or report in https://developers.generativeai.google/guide/troubleshooting',
    ],
    overloaded: [503, 'UNAVAILABLE', 'The model is overloaded. Please try again later.'],
  }
}

function detailsOf({ problem, retryAfter }: Refused, message: string): object[] {
  const wait = waitOf(problem, retryAfter)
  return [
    ...(problem === 'bad_key'
      ? [
          {
            '@type': `${TYPES}.ErrorInfo`,
            reason: 'API_KEY_INVALID',
            domain: 'googleapis.com',
            metadata: { service: 'generativelanguage.googleapis.com' },
          },
          { '@type': `${TYPES}.LocalizedMessage`, locale: 'en-US', message },
        ]
      : []),
    ...(wait === undefined ? [] : [{ '@type': `${TYPES}.RetryInfo`, retryDelay: `${wait}s` }]),
  ]
}
