import type { Problem, ProblemReply, Refused } from './problem.ts'
import { retryAfter } from './retry-after.ts'

type Row = readonly [status: number, type: string, code: string | null, message: string]

/** Errors of OpenAI: `{error: {message, type, param, code}}`. */
export function openaiProblem(refused: Refused): ProblemReply {
  const [status, type, code, message] = rowsOf(refused)[refused.problem]
  const error = { message: refused.message ?? message, type, param: refused.param ?? null, code }
  return { status, body: { error }, headers: retryAfter(refused) }
}

function rowsOf({ model, method, path, maskedKey, retryAfter: wait = 20 }: Refused): Readonly<Record<Problem, Row>> {
  const invalid = 'invalid_request_error'
  const keys = 'https://platform.openai.com/account/api-keys'
  return {
    no_key: [
      401,
      invalid,
      null,
      `You didn't provide an API key. You need to provide your API key in an Authorization header using Bearer auth (i.e. Authorization: Bearer YOUR_KEY). You can obtain an API key from ${keys}.`,
    ],
    bad_key: [
      401,
      invalid,
      'invalid_api_key',
      `Incorrect API key provided: ${maskedKey}. You can find your API key at ${keys}.`,
    ],
    forbidden: [
      403,
      invalid,
      'model_not_found',
      `Project \`proj_simulated\` does not have access to model \`${model}\``,
    ],
    unknown_model: [
      404,
      invalid,
      'model_not_found',
      `The model \`${model}\` does not exist or you do not have access to it.`,
    ],
    unknown_path: [404, invalid, null, `Invalid URL (${method} ${path})`],
    bad_request: [400, invalid, null, 'We could not parse the JSON body of your request.'],
    rate_limit: [
      429,
      'requests',
      'rate_limit_exceeded',
      `Rate limit reached for ${model} in organization org-simulated on requests per min (RPM): Limit 3, Used 3, Requested 1. Please try again in ${wait}s.`,
    ],
    quota: [
      429,
      'insufficient_quota',
      'insufficient_quota',
      'You exceeded your current quota, please check your plan and billing details. For more information on this error, read the docs: https://platform.openai.com/docs/guides/error-codes/api-errors.',
    ],
    server_error: [
      500,
      'server_error',
      null,
      'The server had an error while processing your request. Sorry about that!',
    ],
    overloaded: [
      503,
      'service_unavailable_error',
      'server_is_overloaded',
      'Our servers are currently overloaded. Please try again later.',
    ],
  }
}
