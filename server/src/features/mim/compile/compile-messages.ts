import type { GraphCounts } from '@heddle/domain/mim/graph/class-graph.ts'

/** Class records are sent one row at a time, each acknowledged, so that neither side holds many. */
export type ToCompiler = { readonly type: 'records'; readonly body: Uint8Array } | { readonly type: 'finish' }

export type FromCompiler =
  | { readonly type: 'taken' }
  | { readonly type: 'step'; readonly step: 'properties' | 'relations'; readonly current: number; readonly total: number }
  | {
      readonly type: 'done'
      readonly packed: Uint8Array<ArrayBuffer>
      readonly pieces: readonly Uint8Array[]
      readonly counts: GraphCounts
    }
