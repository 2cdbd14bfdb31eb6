import type { Counters } from '../../adapters/cache/cache.ts'
import type { Caller } from '../../kernel/caller.ts'
import { HOUR } from '../../kernel/durations.ts'
import { Throttled } from '../../kernel/errors.ts'

/** How many queries agents run with one API token. */
export type AgentBudget = {
  /** Throws `Throttled` once the hour's are used up. */
  readonly take: (caller: Caller, runs: number) => Promise<void>
  /** Counts runs that have begun: they are for the next call to answer for. */
  readonly note: (caller: Caller, runs: number) => Promise<void>
}

/** `perHour` 0 means no limit. */
export function createAgentBudget(counters: Counters, perHour: number): AgentBudget {
  const count = async ({ credential }: Caller, runs: number) => {
    let window = { count: 0, ttlMs: HOUR }
    for (let more = 0; more < runs; more++)
      window = await counters.increment(`agent-runs:${credential.id}`, { ttlMs: HOUR })
    return window
  }
  return {
    take: async (caller, runs) => {
      if (perHour === 0) return
      const window = await count(caller, runs)
      if (window.count > perHour)
        throw new Throttled(window.ttlMs, `Agents may run ${perHour} queries an hour with this token.`)
    },
    note: async (caller, runs) => {
      if (perHour > 0) await count(caller, runs)
    },
  }
}
