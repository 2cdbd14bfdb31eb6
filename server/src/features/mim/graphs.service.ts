import type { Database } from '../../adapters/database/database.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { CompiledGraphs } from './compiled-graphs.ts'
import type { Graphs } from './graphs.ts'
import {
  deleteSomeOfGraphs,
  findActiveVersion,
  findGraph,
  insertActiveVersion,
  insertGraph,
  insertReadVersion,
  insertRecords,
  listComparable,
  listVersions,
  readOutline,
} from './graphs.store.ts'
import type { InstalledModel } from './installed-model.ts'

/** Rows deleted per statement; a row is up to two megabytes. */
const ROWS_AT_ONCE = 20

type Dependencies = {
  readonly database: Database
  readonly compiled: CompiledGraphs
  readonly installed: InstalledModel
  readonly clock: Clock
}

export function createGraphs({ database, compiled, installed, clock }: Dependencies): Graphs {
  return {
    create: (tx, graphId) => insertGraph(tx, graphId, clock.now()),
    addRecords: insertRecords,
    compile: compiled.compile,
    activate: async (tx, graphId, version) => {
      const graph = await findGraph(tx, graphId)
      if (!graph?.counts) throw new Error(`graph ${graphId} is not compiled`)
      await insertActiveVersion(tx, version, { graphId, counts: graph.counts, importedAt: clock.now() })
      const row = (await findActiveVersion(tx))!
      database.afterCommit(() => installed.switchTo(graphId, row))
    },
    keep: async (tx, graphId, version) => {
      const graph = await findGraph(tx, graphId)
      if (!graph?.counts) throw new Error(`graph ${graphId} is not compiled`)
      await insertReadVersion(tx, version, { graphId, counts: graph.counts, importedAt: clock.now() })
      database.afterCommit(compiled.forget)
    },
    discard: async (graphIds) => {
      while (graphIds.length > 0 && (await deleteSomeOfGraphs(database.db, graphIds, ROWS_AT_ONCE)));
    },
    versions: () => listVersions(database.db),
    comparable: async () => {
      // A version may have been imported several times; the active one is what is in use.
      const rows = (await listComparable(database.db)).toSorted((a, b) => Number(b.isActive) - Number(a.isActive))
      return [...new Map(rows.toReversed().map((row) => [row.controllerVersion, row])).values()].toSorted(
        (a, b) => b.importedAt.getTime() - a.importedAt.getTime(),
      )
    },
    outline: (id) => readOutline(database.db, id),
  }
}
