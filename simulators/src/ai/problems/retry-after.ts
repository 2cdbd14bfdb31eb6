import type { Refused } from './problem.ts'

const DEFAULT_SECONDS = 20

/** How long to wait, in the header most providers use; only when it is about limits, or asked for. */
export function retryAfter({ problem, retryAfter: seconds }: Refused): Readonly<Record<string, string>> {
  const wait = waitOf(problem, seconds)
  return wait === undefined ? {} : { 'retry-after': String(wait) }
}

export function waitOf(problem: Refused['problem'], seconds: number | undefined): number | undefined {
  return seconds ?? (problem === 'rate_limit' ? DEFAULT_SECONDS : undefined)
}
