import type { GraphCounts } from '@heddle/domain/mim/graph/class-graph.ts'
import type { SharedBytes } from '../../../platform/threads/bytes.ts'
import type { Host } from '../../../platform/threads/calls.ts'

export type CompilerStep = {
  readonly step: 'properties' | 'relations'
  readonly current: number
  readonly total: number
}

export type Compiled = {
  readonly packed: SharedBytes
  readonly pieces: readonly Uint8Array[]
  /** Outlines of the classes, JSON lines, zstd. */
  readonly outline: Uint8Array
  readonly counts: GraphCounts
}

export type CompilerCalls = {
  /** Class records, one row at a time, so that neither side holds many. */
  add: (body: Uint8Array) => void
  finish: (input: undefined, host: Host<{ step: (step: CompilerStep) => void }>) => Compiled
}
