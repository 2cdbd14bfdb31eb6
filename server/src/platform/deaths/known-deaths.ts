import { createHash, randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import type { Database } from '../../adapters/database/database.ts'
import type { Clock, Timer } from '../../kernel/clock.ts'
import { HOUR, SECOND } from '../../kernel/durations.ts'
import { FieldErrors } from '../../kernel/errors.ts'
import { MOST_DEATHS } from '../jobs/deaths.ts'
import {
  addDeath,
  deleteDeaths,
  deleteOldDeaths,
  deleteUnderWay,
  findDeaths,
  findLeftBehind,
  insertUnderWay,
  renewUnderWay,
} from './deaths.store.ts'

/** How long work at which processes died is refused, counted from the last death. */
const REFUSED_MS = HOUR
const LOOK_EVERY_MS = 10 * SECOND
const ALIVE_MS = 3 * LOOK_EVERY_MS

/**
 * What processes died at, apart from jobs, which the queue knows (see docs/adr/0040-poison.md and
 * docs/adr/0079-deaths-of-requests.md). Nobody repeats the work of a request but the one who sent it; who does so after
 * two deaths in a row is refused for an hour.
 */
export type KnownDeaths = {
  readonly isSetAside: (work: string) => boolean
  /** Works on something that a death of the process is to be blamed on; refused in words if it is set aside. */
  readonly during: <T>(work: string, what: string, act: () => Promise<T>) => Promise<T>
  /** For work whose own rows say that its process died. */
  readonly add: (works: readonly string[]) => Promise<void>
  /** It ended, and the process lives: whatever died at it before, it is not why. */
  readonly survived: (work: string, wasTakenForDead?: boolean) => Promise<void>
  /** Before this process works. */
  readonly prepare: () => Promise<void>
  readonly start: () => void
  readonly close: () => void
}

/** The same for equal parts, in the order of their keys. */
export const digestOf = (...parts: readonly unknown[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('base64url')

type Dependencies = { readonly database: Database; readonly clock: Clock; readonly logger: Logger }

export function createKnownDeaths({ database, clock, logger }: Dependencies): KnownDeaths {
  const { db } = database
  const mine = new Set<string>()
  let known: ReadonlyMap<string, number> = new Map()
  let suspects: ReadonlySet<string> = new Set()
  let timer: Timer | undefined

  const readKnown = async (): Promise<void> => {
    known = new Map((await findDeaths(db, REFUSED_MS)).map(({ work, deaths }) => [work, deaths]))
  }
  const isSetAside = (work: string): boolean => (known.get(work) ?? 0) >= MOST_DEATHS
  const add = async (works: readonly string[]): Promise<void> => {
    for (const work of works) await addDeath(db, work)
    if (works.length === 0) return
    await readKnown()
    logger.warn({ works: works.length }, 'a process died while it worked on something')
  }
  /** It has to be silent at two looks: after an outage of the database everybody is, for a moment. */
  const look = async (): Promise<void> => {
    // Nobody else writes into the embedded database, so there is nothing to learn but when to forget.
    if (database.kind === 'embedded' && known.size === 0) return
    if (mine.size > 0) await renewUnderWay(db, [...mine], ALIVE_MS)
    const silent = await findLeftBehind(db, { all: false })
    const dead = silent.filter((id) => suspects.has(id))
    suspects = new Set(silent)
    if (dead.length > 0) await add(await deleteUnderWay(db, dead))
    await deleteOldDeaths(db, REFUSED_MS)
    await readKnown()
  }
  const survived = async (work: string, wasTakenForDead = false): Promise<void> => {
    if (!wasTakenForDead && !known.has(work)) return
    await deleteDeaths(db, work)
    await readKnown()
  }

  return {
    isSetAside,
    during: async (work, what, act) => {
      if (isSetAside(work))
        throw FieldErrors.nonField(
          `The server stopped or failed twice while it worked on ${what}. It does not begin the same again for an hour.`,
        )
      const id = randomUUID()
      await insertUnderWay(db, id, work, ALIVE_MS)
      mine.add(id)
      try {
        return await act()
      } finally {
        mine.delete(id)
        const [left] = await deleteUnderWay(db, [id])
        await survived(work, left === undefined)
      }
    },
    add,
    survived,
    prepare: async () => {
      // The embedded database belongs to one process, so no other can still be at it.
      const left = database.kind === 'embedded' ? await findLeftBehind(db, { all: true }) : []
      if (left.length > 0) await add(await deleteUnderWay(db, left))
      await readKnown()
    },
    start: () => {
      timer = clock.repeat(async () => {
        try {
          await look()
        } catch (error) {
          logger.warn({ err: error }, 'could not look for work at which a process died')
        }
      }, LOOK_EVERY_MS)
    },
    close: () => timer?.cancel(),
  }
}
