import type { PgBoss } from 'pg-boss'
import { JOBS_SCHEMA } from './boss.ts'
import { type ClaimedInTurn, claimInTurn } from './claim-in-turn.ts'
import type { Claim, ClaimedJob, Found } from './claim.ts'
import { claimInOrder, completeLater } from './claims.ts'
import type { JobDefinition } from './job.ts'
import { Rounds } from './rounds.ts'

/** What claims the jobs of one kind in this process. */
export type Claimer = {
  /** At most so many. */
  readonly claim: (most: number) => Promise<Found>
  /** Notes that a claimed job has done its work. */
  readonly complete: (claim: Claim) => Promise<void>
  /** A claimed job has ended. */
  readonly ended: (claim: ClaimedJob) => void
}

export function createClaimer(boss: PgBoss, job: JobDefinition): Claimer {
  const { name, concurrency, takesTurns, keepsAccount } = job
  const rounds = new Rounds(concurrency)
  let table: string | undefined

  async function findTable(): Promise<string> {
    const queue = await boss.getQueue(name)
    if (!queue) throw new Error(`the queue ${name} does not exist`)
    return `${JOBS_SCHEMA}.${queue.table}`
  }

  const tableOf = async (): Promise<string> => (table ??= await findTable())

  return {
    claim: async (most) => {
      if (!takesTurns) return claimInOrder(boss, name, await tableOf(), most)
      const found: ClaimedInTurn[] = []
      while (found.length < most) {
        const next = await claimInTurn(boss, job, await tableOf(), rounds)
        if (!next) return { found, leavesSome: false }
        rounds.begin(next.lane)
        found.push(next)
        if (!next.leavesSome) break
      }
      return { found, leavesSome: found.at(-1)?.leavesSome ?? false }
    },
    complete: async (claim) => {
      if (keepsAccount) await completeLater(boss, name, await tableOf(), claim)
      else await boss.complete(name, claim)
    },
    ended: ({ lane }) => {
      if (takesTurns) rounds.end(lane)
    },
  }
}
