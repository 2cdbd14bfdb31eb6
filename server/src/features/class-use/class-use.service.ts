import type { ClassUse } from '@heddle/domain/canvas/rank-classes.ts'
import type { Logger } from 'pino'
import type { Database } from '../../adapters/database/database.ts'
import type { Clock } from '../../kernel/clock.ts'
import { MINUTE } from '../../kernel/durations.ts'
import { joinsOfQueries } from './class-use.store.ts'
import type { KnownCounts } from './known-counts.ts'

type Dependencies = {
  readonly database: Database
  readonly clock: Pick<Clock, 'now'>
  readonly counts: Pick<KnownCounts, 'lastOf'>
  readonly logger: Logger
}

export type ClassUseService = {
  /** Objects are those of one connection; without it nothing is known of them. */
  readonly of: (connection: string | undefined) => Promise<ClassUse>
}

/** Queries change all the time, and their classes seldom. */
const KEPT_MS = 5 * MINUTE

type Joins = ReadonlyMap<string, number>
const pair = (one: string, other: string): string => (one < other ? `${one} ${other}` : `${other} ${one}`)

export function createClassUse({ database, clock, counts, logger }: Dependencies): ClassUseService {
  let joins: Promise<Joins> | undefined
  let readAtMs = -Infinity

  /** Without them the order is a little worse: nothing fails because of it. */
  const read = (): Promise<Joins> =>
    countJoins(database).catch((error: unknown) => {
      readAtMs = -Infinity
      logger.warn({ err: error }, 'the classes that queries join could not be read')
      return new Map()
    })

  return {
    of: async (connection) => {
      const now = clock.now().getTime()
      if (!joins || now - readAtMs > KEPT_MS) {
        readAtMs = now
        joins = read()
      }
      const joined = await joins
      const objects = connection === undefined ? new Map<string, number>() : counts.lastOf(connection)
      return {
        together: (className, other) => joined.get(pair(className, other)) ?? 0,
        objects: (className) => objects.get(className),
      }
    },
  }
}

async function countJoins({ db }: Database): Promise<Joins> {
  const joins = new Map<string, number>()
  for (const { classes, edges } of await joinsOfQueries(db)) {
    const pairs = edges.flatMap(([source, target]) => {
      const [one, other] = [classes[source], classes[target]]
      return one && other ? [pair(one, other)] : []
    })
    for (const key of new Set(pairs)) joins.set(key, (joins.get(key) ?? 0) + 1)
  }
  return joins
}
