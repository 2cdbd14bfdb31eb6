import type { ProviderId } from '../providers.ts'
import { anthropicProblem } from './anthropic-problem.ts'
import { azureProblem } from './azure-problem.ts'
import { geminiProblem } from './gemini-problem.ts'
import { mistralProblem } from './mistral-problem.ts'
import { ollamaProblem } from './ollama-problem.ts'
import { openaiProblem } from './openai-problem.ts'
import { openrouterProblem } from './openrouter-problem.ts'
import type { Problem, ProblemReply, Refused } from './problem.ts'

type Refuse = (refused: Refused) => ProblemReply

const REFUSALS: Readonly<Record<ProviderId, Refuse>> = {
  openai: openaiProblem,
  anthropic: anthropicProblem,
  gemini: geminiProblem,
  mistral: mistralProblem,
  openrouter: openrouterProblem,
  azure_openai: azureProblem,
  ollama: ollamaProblem,
}

/** The status and error body of a provider. */
export function problemReply(provider: ProviderId, refused: Refused): ProblemReply {
  return REFUSALS[provider](refused)
}

/** The problem behind a status, for error bodies of any status. */
export function problemOf(status: number): Problem {
  const known: Readonly<Record<number, Problem>> = {
    400: 'bad_request',
    401: 'bad_key',
    402: 'quota',
    403: 'forbidden',
    404: 'unknown_model',
    422: 'bad_request',
    429: 'rate_limit',
    503: 'overloaded',
    529: 'overloaded',
  }
  return known[status] ?? 'server_error'
}
