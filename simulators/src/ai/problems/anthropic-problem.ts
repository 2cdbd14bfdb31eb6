import type { Problem, ProblemReply, Refused } from './problem.ts'
import { retryAfter } from './retry-after.ts'

type Row = readonly [status: number, type: string, message: string]

/** Errors of Anthropic: `{type: "error", error: {type, message}, request_id}`. */
export function anthropicProblem(refused: Refused): ProblemReply {
  const [status, type, message] = rowsOf(refused)[refused.problem]
  const error = { type, message: refused.message ?? message }
  return { status, body: { type: 'error', error, request_id: 'req_simulated' }, headers: retryAfter(refused) }
}

function rowsOf({ model, path }: Refused): Readonly<Record<Problem, Row>> {
  return {
    no_key: [401, 'authentication_error', 'x-api-key header is required'],
    bad_key: [401, 'authentication_error', 'invalid x-api-key'],
    forbidden: [403, 'permission_error', 'Your API key does not have permission to use the specified resource.'],
    unknown_model: [404, 'not_found_error', `model: ${model}`],
    unknown_path: [404, 'not_found_error', `Not found: ${path}`],
    bad_request: [400, 'invalid_request_error', 'The request body is not valid JSON'],
    rate_limit: [
      429,
      'rate_limit_error',
      "This request would exceed your organization's rate limit of 50 requests per minute.",
    ],
    quota: [
      402,
      'billing_error',
      'Your credit balance is too low to access the Anthropic API. Please go to Plans & Billing to upgrade or purchase credits.',
    ],
    server_error: [500, 'api_error', 'Internal server error'],
    overloaded: [529, 'overloaded_error', 'Overloaded'],
  }
}
