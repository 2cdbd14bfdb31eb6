import type { Problem, ProblemReply, Refused } from './problem.ts'
import { retryAfter } from './retry-after.ts'

/** Errors of OpenRouter: `{error: {message, code}}` with the status as the code. */
export function openrouterProblem(refused: Refused): ProblemReply {
  const [status, message] = rowsOf(refused)[refused.problem]
  const isUpstream = refused.problem === 'server_error' || refused.problem === 'overloaded'
  const metadata = { provider_name: 'Simulated', raw: refused.message ?? 'upstream connect error' }
  const error = { message: refused.message ?? message, code: status, ...(isUpstream && { metadata }) }
  return { status, body: { error }, headers: retryAfter(refused) }
}

function rowsOf({ model }: Refused): Readonly<Record<Problem, readonly [status: number, message: string]>> {
  return {
    no_key: [401, 'No auth credentials found'],
    bad_key: [401, 'User not found.'],
    forbidden: [403, `${model} is not allowed by your settings.`],
    unknown_model: [404, `No endpoints found for ${model}.`],
    unknown_path: [404, 'Not Found'],
    bad_request: [400, 'Invalid JSON body'],
    rate_limit: [429, 'Rate limit exceeded: free-models-per-min. '],
    quota: [402, 'Insufficient credits. Add more using https://openrouter.ai/settings/credits'],
    server_error: [502, 'Provider returned error'],
    overloaded: [503, 'Provider returned error'],
  }
}
