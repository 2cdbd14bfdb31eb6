import type { Health } from './watch/watch-health.ts'
import type { ColleagueRuns } from './watch/colleague.ts'

/** What every user may count on, whatever others do. */
export const LIMITS = {
  healthLongestMs: 250,
  healthP99Ms: 100,
  colleagueMs: 2_000,
  /** What the process may keep a minute later. */
  keptMb: 150,
}

/** What was not held. */
export function judge(what: string, health: Health, colleague: ColleagueRuns): string[] {
  return [
    ...(health.longestMs > LIMITS.healthLongestMs
      ? [`${what}: health waited ${round(health.longestMs)} ms, at most ${LIMITS.healthLongestMs} ms are allowed`]
      : []),
    ...(health.p99Ms > LIMITS.healthP99Ms
      ? [
          `${what}: health waited ${round(health.p99Ms)} ms at the 99th percentile, at most ${LIMITS.healthP99Ms} ms are allowed`,
        ]
      : []),
    ...(colleague.longestMs > LIMITS.colleagueMs
      ? [
          `${what}: a colleague's small run took ${round(colleague.longestMs)} ms, at most ${LIMITS.colleagueMs} ms are allowed`,
        ]
      : []),
    ...health.faults.map((fault) => `${what}: ${fault}`),
    ...colleague.faults.map((fault) => `${what}: ${fault}`),
  ]
}

export const figures = (health: Health, colleague: ColleagueRuns): string =>
  [
    `health p99 ${round(health.p99Ms)} ms, longest ${round(health.longestMs)} ms`,
    `colleague longest ${round(colleague.longestMs)} ms of ${colleague.runs} runs`,
    `memory peak ${round(health.peakMb)} MB, now ${round(health.residentMb)} MB`,
  ].join('; ')

export const round = (value: number): string => value.toFixed(0)
