import type { PgBoss } from 'pg-boss'
import { JOBS_SCHEMA } from './boss.ts'
import { claimInTurn } from './claim-in-turn.ts'
import type { ClaimedJob } from './claim.ts'
import { claimInOrder } from './claims.ts'
import type { JobDefinition } from './job.ts'
import { Rounds } from './rounds.ts'

/** What claims the jobs of one kind in this process. */
export type Claimer = {
  /** At most so many. */
  readonly claim: (most: number) => Promise<readonly ClaimedJob[]>
  /** A claimed job has ended. */
  readonly ended: (claim: ClaimedJob) => void
}

export function createClaimer(boss: PgBoss, { name, concurrency, takesTurns }: JobDefinition): Claimer {
  const rounds = new Rounds(concurrency)
  let table: string | undefined

  async function tableOf(): Promise<string> {
    const queue = await boss.getQueue(name)
    if (!queue) throw new Error(`the queue ${name} does not exist`)
    return `${JOBS_SCHEMA}.${queue.table}`
  }

  return {
    claim: async (most) => {
      table ??= await tableOf()
      if (!takesTurns) return claimInOrder(boss, name, table, most)
      const claimed: ClaimedJob[] = []
      while (claimed.length < most) {
        const next = await claimInTurn(boss, name, table, rounds)
        if (!next) break
        rounds.begin(next.lane)
        claimed.push(next)
      }
      return claimed
    },
    ended: ({ lane }) => {
      if (takesTurns) rounds.end(lane)
    },
  }
}
