import { recyclePrograms, setLoading } from '../virtual/virtual-worker.ts'
import { setOutside } from '../virtual/take-over-node.ts'
import { DatabaseSession, type LinkFaults } from './database-link.ts'
import { Network, type NetworkFaults, setNetwork } from './network.ts'
import { PreparedStatements } from './prepared-statements.ts'
import { type CacheFaults, WorldCache } from './shared-cache.ts'
import { openSharedDatabase } from './shared-database.ts'
import { createSurroundings } from './surroundings.ts'
import { World } from './world.ts'
import { type ClockFault, WorldProcess } from './world-process.ts'
import type { Adapters } from '@heddle/server/platform/feature.ts'

export type WorldFaults = LinkFaults & CacheFaults & NetworkFaults

/** A world with its stores and its network, and nobody in it yet. */
export type OpenWorld = {
  readonly world: World
  readonly session: DatabaseSession
  readonly network: Network
  readonly startProcess: (name: string, clock?: Partial<ClockFault>) => WorldProcess
  /** Reads past all processes, between two events. */
  readonly sql: <Row>(text: string, values?: unknown[]) => Promise<Row[]>
}

export type Worlds = {
  readonly open: (
    seed: number,
    faultsOf: (world: World) => WorldFaults,
    mailerOf: (world: World) => Adapters['mailer'],
  ) => OpenWorld
  /** Later worlds begin with the database as it is now. */
  readonly keep: () => void
  /** They begin with it as before, and it has planned all statements that any world has asked for. */
  readonly learn: () => Promise<void>
}

const START = Date.parse('2026-03-02T03:28:40Z')

/** Worlds, one after the other, in this process. */
export async function openWorlds(): Promise<Worlds> {
  const database = await openSharedDatabase()
  const surroundings = await createSurroundings()
  await database.pglite.query('select 1')
  const prepared = new PreparedStatements()
  const keep = (): void => {
    database.keep()
    prepared.keep()
  }
  const restore = (): void => {
    database.restore()
    prepared.restore()
  }
  keep()
  return {
    keep,
    learn: async () => {
      setOutside(undefined)
      const { known } = prepared
      restore()
      await prepared.learn(database.pglite, known)
      keep()
    },
    open: (seed, faultsOf, mailerOf) => {
      setOutside(undefined)
      recyclePrograms()
      restore()
      const world = new World(seed)
      world.enter()
      database.forgetRandomness()
      setLoading({ begin: () => void (world.busy += 1), end: () => void (world.busy -= 1) })
      const faults = faultsOf(world)
      const session = new DatabaseSession(database.pglite, prepared, world)
      const cache = new WorldCache(world, faults)
      const network = new Network(world, faults)
      setNetwork(network)
      const parts = { ...surroundings, world, session, cache, faults, mailer: mailerOf(world) }
      return {
        world,
        session,
        network,
        startProcess: (name, clock) => new WorldProcess(name, parts, { offsetMs: 0, drift: 0, since: START, ...clock }),
        sql: async <Row>(text: string, values: unknown[] = []) => (await database.pglite.query<Row>(text, values)).rows,
      }
    },
  }
}
