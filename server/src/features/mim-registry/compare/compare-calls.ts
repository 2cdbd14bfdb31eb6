import type { ModelComparison } from '@heddle/domain/mim/compare/compare-outlines.ts'
import type { ReceivedCanvas } from '@heddle/domain/canvas/check-shape.ts'
import type { TouchedPart } from '@heddle/domain/canvas/touched-query.ts'
import type { SharedBytes } from '../../../platform/threads/bytes.ts'

/** One version: its outlines as stored, or the model itself if it was installed before outlines were kept. */
export type ComparedModel = { readonly outline: Uint8Array } | { readonly packed: SharedBytes }

/** The parts of a comparison that an answer lists, and how many there are of each. */
type ShownComparison = ModelComparison & {
  readonly counts: {
    readonly removed: number
    readonly added: number
    readonly narrowed: number
    readonly widened: number
  }
}

export type CompareCalls = {
  /** Begins a comparison, which the thread keeps for `touch`. */
  compare: (input: {
    readonly from: ComparedModel
    readonly to: ComparedModel
    readonly most: number
  }) => ShownComparison
  /** What each of some saved queries uses of what is gone, in their order. */
  touch: (canvases: readonly ReceivedCanvas[]) => readonly (readonly TouchedPart[])[]
}
