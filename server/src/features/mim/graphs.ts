import type { GraphCounts } from '@heddle/domain/mim/graph/class-graph.ts'
import type { Executor } from '../../adapters/database/database.ts'

export type CompileStep = { readonly step: 'classes' | 'properties' | 'relations'; readonly current: number; readonly total: number }

export type InstalledVersion = {
  readonly controllerVersion: string
  readonly source: 'remote' | 'controller'
  readonly importedById: number | null
  readonly importedByUsername: string | null
}

/** Where class models are kept. An import writes a graph beside the one that is read, and switches to it in one step. */
export type Graphs = {
  /** Makes a graph without any class. */
  readonly create: (tx: Executor, graphId: string) => Promise<void>
  /** Keeps class records: one JSON `ClassRecord` a line, compressed with zstd. A class that comes again replaces what came before. */
  readonly addRecords: (tx: Executor, graphId: string, body: Buffer, classCount: number) => Promise<void>
  /**
   * Makes graph and search index in a thread, from all records kept so far, and stores them; readers see nothing of it. May be called again.
   * Rejects when the signal fires.
   */
  readonly compile: (graphId: string, onStep: (step: CompileStep) => void, signal: AbortSignal) => Promise<GraphCounts>
  /** Makes the compiled graph the one that everybody reads: this process when the transaction commits, others within a second. */
  readonly activate: (tx: Executor, graphId: string, version: InstalledVersion) => Promise<void>
  /** Deletes graphs that nobody reads or needs, in small batches; the active one is left alone. */
  readonly discard: (graphIds: readonly string[]) => Promise<void>
  /** Every installed version, newest first. */
  readonly versions: () => Promise<readonly VersionRow[]>
}

export type VersionRow = {
  readonly graphId: string | null
  readonly controllerVersion: string
  readonly classCount: number
  readonly propertyCount: number
  readonly packageCount: number
  readonly relCount: number
  readonly importedAt: Date
  readonly importedByUsername: string | null
  readonly isActive: boolean
}
