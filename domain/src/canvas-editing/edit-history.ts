import { applyChanges, type CanvasChange } from './changes.ts'
import type { WireCanvas } from './wire-canvas.ts'

/** A canvas with what came before it and what was undone. Canvases share the parts that did not change. */
export type EditHistory = {
  readonly present: WireCanvas
  /** Oldest first. */
  readonly past: readonly WireCanvas[]
  /** What Redo brings back, next first. */
  readonly future: readonly WireCanvas[]
  /** Names what is being done: further changes of it belong to the same step of Undo. */
  readonly gesture?: string | undefined
}

export const MOST_UNDOS = 200

export const newHistory = (present: WireCanvas): EditHistory => ({ present, past: [], future: [] })

/** Changes that belong together, as one step of Undo; with the gesture before, if it has the same name. */
export function edit(history: EditHistory, changes: readonly CanvasChange[], gesture?: string): EditHistory {
  const present = applyChanges(history.present, changes)
  if (present === history.present) return history
  const continues = gesture !== undefined && gesture === history.gesture
  const past = continues ? history.past : [...history.past, history.present].slice(-MOST_UNDOS)
  return { present, past, future: [], gesture }
}

export function undo({ present, past, future }: EditHistory): EditHistory {
  const before = past.at(-1)
  return before ? { present: before, past: past.slice(0, -1), future: [present, ...future] } : { present, past, future }
}

export function redo({ present, past, future }: EditHistory): EditHistory {
  const [next, ...later] = future
  return next ? { present: next, past: [...past, present], future: later } : { present, past, future }
}
