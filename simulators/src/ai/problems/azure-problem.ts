import { openaiProblem } from './openai-problem.ts'
import type { Problem, ProblemReply, Refused } from './problem.ts'
import { retryAfter } from './retry-after.ts'

type Row = readonly [status: number, code: string, message: string]

/** Errors of Azure's gateway: `{error: {code, message}}`; behind it speaks OpenAI. */
export function azureProblem(refused: Refused): ProblemReply {
  const row = rowsOf(refused)[refused.problem]
  if (!row) return openaiProblem(refused)
  const [status, code, message] = row
  return { status, body: { error: { code, message: refused.message ?? message } }, headers: retryAfter(refused) }
}

function rowsOf({ retryAfter: wait = 20 }: Refused): Readonly<Partial<Record<Problem, Row>>> {
  const denied =
    'Access denied due to invalid subscription key or wrong API endpoint. Make sure to provide a valid key for an active subscription and use a correct regional API endpoint for your resource.'
  return {
    no_key: [401, '401', denied],
    bad_key: [401, '401', denied],
    forbidden: [403, 'AccessDenied', 'Access denied due to Virtual Network/Firewall rules.'],
    unknown_model: [
      404,
      'DeploymentNotFound',
      'The API deployment for this resource does not exist. If you created the deployment within the last 5 minutes, please wait a moment and try again.',
    ],
    unknown_path: [404, '404', 'Resource not found'],
    rate_limit: [
      429,
      '429',
      `Requests to the ChatCompletions_Create Operation under Azure OpenAI API have exceeded call rate limit of your current OpenAI S0 pricing tier. Please retry after ${wait} seconds.`,
    ],
    overloaded: [
      503,
      'ServiceUnavailable',
      'The service is temporarily unable to process your request. Please try again later.',
    ],
  }
}
