import type { GraphCounts } from '@heddle/domain/mim/graph/class-graph.ts'
import type { Executor } from '../../adapters/database/database.ts'

export type CompileStep = {
  readonly step: 'classes' | 'properties' | 'relations'
  readonly current: number
  readonly total: number
}

export type InstalledVersion = {
  readonly controllerVersion: string
  readonly source: 'remote' | 'controller'
  readonly importedById: number | null
  readonly importedByUsername: string | null
}

/** Stores class models. An import writes a new graph alongside the active one and switches to it in one step. */
export type Graphs = {
  /** Creates a graph without any classes. */
  readonly create: (tx: Executor, graphId: string) => Promise<void>
  /**
   * Stores class records: one JSON `ClassRecord` per line, compressed with zstd. A repeated class replaces the earlier
   * record.
   */
  readonly addRecords: (tx: Executor, graphId: string, body: Buffer, classCount: number) => Promise<void>
  /**
   * Compiles all records stored so far into a graph and a search index, in a thread, and stores them. Readers do not
   * see them yet. May be called again. Rejects when the signal fires.
   */
  readonly compile: (graphId: string, onStep: (step: CompileStep) => void, signal: AbortSignal) => Promise<GraphCounts>
  /**
   * Makes the compiled graph the active one: in this process when the transaction commits, in others within a second.
   */
  readonly activate: (tx: Executor, graphId: string, version: InstalledVersion) => Promise<void>
  /** Keeps what comparisons need of the compiled graph; the active one stays. */
  readonly keep: (tx: Executor, graphId: string, version: InstalledVersion) => Promise<void>
  /** Deletes graphs in small batches, but never the active one. */
  readonly discard: (graphIds: readonly string[]) => Promise<void>
  /** Every installed version, newest first. */
  readonly versions: () => Promise<readonly ModelVersionRow[]>
  /** Versions that can be compared, newest first, each version once. */
  readonly comparable: () => Promise<readonly ModelVersionRow[]>
  /** The outlines of a version, zstd; null if none were kept. */
  readonly outline: (id: number) => Promise<Buffer | null>
}

export type ModelVersionRow = {
  readonly id: number
  readonly graphId: string | null
  readonly controllerVersion: string
  readonly classCount: number
  readonly propertyCount: number
  readonly packageCount: number
  readonly relCount: number
  readonly importedAt: Date
  readonly importedByUsername: string | null
  readonly isActive: boolean
  /** False for a version that was only read to be compared. */
  readonly isInstalled: boolean
}
