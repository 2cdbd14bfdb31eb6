import type { Problem, ProblemReply, Refused } from './problem.ts'
import { retryAfter } from './retry-after.ts'

type Row = readonly [status: number, type: string, code: string | null, message: string]

/** Errors of Mistral: `{object: "error", message, type, param, code}`; its gateway only says `{detail}`. */
export function mistralProblem(refused: Refused): ProblemReply {
  const { problem, param = null } = refused
  if (problem === 'no_key' || problem === 'bad_key')
    return { status: 401, body: { detail: refused.message ?? 'Unauthorized' } }
  if (problem === 'unknown_path') return { status: 404, body: { detail: refused.message ?? 'Not Found' } }
  const [status, type, code, message] = rowsOf(refused)[problem]
  const body = { object: 'error', message: refused.message ?? message, type, param, code }
  return { status, body, headers: retryAfter(refused) }
}

function rowsOf({ model }: Refused): Readonly<Record<Exclude<Problem, 'no_key' | 'bad_key' | 'unknown_path'>, Row>> {
  return {
    forbidden: [403, 'forbidden', '1600', 'Your subscription does not include this model.'],
    unknown_model: [400, 'invalid_model', '1500', `Invalid model: ${model}`],
    bad_request: [422, 'invalid_request_error', null, 'Invalid request body'],
    rate_limit: [429, 'rate_limited', '1300', 'Rate limit exceeded'],
    quota: [429, 'service_tier_capacity_exceeded', '3505', 'Service tier capacity exceeded for this model.'],
    server_error: [500, 'internal_server_error', '1000', 'Internal server error'],
    overloaded: [503, 'unreachable_backend', '1100', 'Service unavailable.'],
  }
}
