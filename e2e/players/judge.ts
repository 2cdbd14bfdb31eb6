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

/**
 * What was not held. With patience, waits may be so many times as long, and as many times longer as the machine is
 * slow: where neighbours take the processors, everything waits, and it is nobody's fault.
 */
export function judge(what: string, health: Health, colleague: ColleagueRuns, patience = 1): string[] {
  const [longestMs, p99Ms, colleagueMs] = [LIMITS.healthLongestMs, LIMITS.healthP99Ms, LIMITS.colleagueMs].map(
    (limit) => Math.round(limit * (patience === 1 ? 1 : patience * Math.max(1, health.slowness))),
  ) as [number, number, number]
  return [
    ...(health.longestMs > longestMs
      ? [`${what}: health waited ${round(health.longestMs)} ms, at most ${longestMs} ms are allowed`]
      : []),
    ...(health.p99Ms > p99Ms
      ? [`${what}: health waited ${round(health.p99Ms)} ms at the 99th percentile, at most ${p99Ms} ms are allowed`]
      : []),
    ...(colleague.longestMs > colleagueMs
      ? [
          `${what}: a colleague's small run took ${round(colleague.longestMs)} ms, at most ${colleagueMs} ms are allowed`,
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
    `work takes ${health.slowness.toFixed(1)} times as long as on a free processor`,
    `memory peak ${round(health.peakMb)} MB, now ${round(health.residentMb)} MB`,
  ].join('; ')

export const round = (value: number): string => value.toFixed(0)
