import type { Problem, ProblemReply, Refused } from './problem.ts'

/** Errors of Ollama: `{error}`, which is a text. */
export function ollamaProblem(refused: Refused): ProblemReply {
  const [status, message] = rowsOf(refused)[refused.problem]
  return { status, body: { error: refused.message ?? message } }
}

function rowsOf({ model }: Refused): Readonly<Record<Problem, readonly [status: number, message: string]>> {
  const busy = 'server busy, please try again.  maximum pending requests exceeded'
  return {
    no_key: [401, 'unauthorized'],
    bad_key: [401, 'unauthorized'],
    forbidden: [403, 'forbidden'],
    unknown_model: [404, `model '${model}' not found`],
    unknown_path: [404, '404 page not found'],
    bad_request: [400, 'invalid character in request body'],
    rate_limit: [503, busy],
    quota: [503, busy],
    server_error: [500, 'llama runner process has terminated: exit status 2'],
    overloaded: [503, busy],
  }
}
