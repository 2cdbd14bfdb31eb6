import { randomUUID } from 'node:crypto'
import { MINUTE, SECOND } from '../../kernel/durations.ts'
import type { LeaseAnswer, LeaseAsk, Leases } from './leases.ts'
import { SlidingCount } from './sliding-count.ts'

type Thing = {
  readonly held: Set<string>
  readonly taken: SlidingCount
  readonly refused: SlidingCount
  refusedAt: Date | null
}

export type InProcessLeases = Leases & {
  /** Notes leases that were taken elsewhere, so that they count here too. */
  readonly adopt: (thing: string, leases: readonly string[]) => void
}

/** The leases of one process: of an installation that has no other, or while the others cannot be asked. */
export function createInProcessLeases(now: () => number): InProcessLeases {
  const things = new Map<string, Thing>()

  function at(name: string): Thing {
    const known = things.get(name)
    if (known) return known
    const thing = {
      held: new Set<string>(),
      taken: new SlidingCount(SECOND, 60),
      refused: new SlidingCount(MINUTE, 60),
      refusedAt: null,
    }
    things.set(name, thing)
    return thing
  }

  function adopt(name: string, leases: readonly string[]): void {
    const { held, taken } = at(name)
    for (const lease of leases) held.add(lease)
    if (leases.length > 0) taken.add(now(), leases.length)
  }

  function take(name: string, { wanted, parallel, perMinute }: LeaseAsk): LeaseAnswer {
    const { held, taken } = at(name)
    const leftInMinute = perMinute === null ? Infinity : perMinute - taken.count(now())
    const granted = Math.max(0, Math.min(wanted, parallel - held.size, leftInMinute))
    const leases = Array.from({ length: granted }, () => randomUUID())
    adopt(name, leases)
    return { leases, retryAfterMs: leftInMinute <= granted && granted < wanted ? taken.oldestLeavesInMs(now()) : 0 }
  }

  return {
    adopt,
    take: async (name, ask) => take(name, ask),
    release: async (name, leases) => {
      const { held } = at(name)
      for (const lease of leases) held.delete(lease)
    },
    leave: async () => undefined,
    renew: async () => undefined,
    noteRefusal: async (name) => {
      const thing = at(name)
      thing.refused.add(now())
      thing.refusedAt = new Date(now())
    },
    read: async (name) => {
      const { held, taken, refused, refusedAt } = at(name)
      const counts = {
        taken: held.size,
        takenLastMinute: taken.count(now()),
        refusedLastHour: refused.count(now()),
        refusedAt,
      }
      return { isShared: true, processes: 1, waitingElsewhere: [], ...counts }
    },
    onFree: () => () => undefined,
  }
}
