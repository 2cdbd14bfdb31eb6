import type { CanvasChange } from '@heddle/domain/canvas-editing/changes.ts'
import { edit, newHistory, redo, undo, type EditHistory } from '@heddle/domain/canvas-editing/edit-history.ts'
import { isSameCanvas, type WireCanvas } from '@heddle/domain/canvas-editing/wire-canvas.ts'
import { createStore, type StoreApi } from 'zustand/vanilla'
import { type Begun, begunBy, NOTHING_BEGUN, stillBegun, withBegun } from './checks/begun.ts'
import { type CheckState, UNCHECKED } from './checks/checks.ts'
import { NO_RUN, type RunView } from './run/run-view.ts'

/** What the inspector shows and the keys work on: parts of the drawing, or one step. */
export type Selection = {
  readonly nodes: readonly string[]
  readonly edges: readonly string[]
  readonly step?: string | undefined
}

export const NOTHING_SELECTED: Selection = { nodes: [], edges: [] }

export type CanvasState = {
  readonly history: EditHistory
  readonly selection: Selection
  /** For those who may not change it, and for narrow screens: to look at only. */
  readonly isReadOnly: boolean
  /** What the edits began from. */
  readonly saved: WireCanvas
  readonly isEdited: boolean
  readonly checks: CheckState
  /** What somebody has only just begun: what it still lacks is no problem yet. */
  readonly begun: readonly Begun[]
  /** How often somebody wanted to run without a value that a run needs. */
  readonly valuesWanted: number
  /** The newest run of the canvas. */
  readonly run: RunView
  /** All changes of a canvas go through here: one call is one step of Undo, and so are calls with the same gesture. */
  readonly change: (changes: readonly CanvasChange[], gesture?: string) => void
  /** What was begun has been left, or is wanted as it is. */
  readonly endBegun: () => void
  readonly undo: () => void
  readonly redo: () => void
  readonly select: (selection: Selection) => void
  /** Another canvas: nothing of the one before can be undone. */
  readonly load: (canvas: WireCanvas) => void
  /** From here on, edits are what differs from this. */
  readonly beginFrom: (saved: WireCanvas) => void
}

export type CanvasStore = StoreApi<CanvasState>

/** The canvas on the screen, with its history and what is selected. */
export function createCanvasStore(canvas: WireCanvas, { isReadOnly = false } = {}): CanvasStore {
  return createStore<CanvasState>((set, get) => {
    const move = (next: (history: EditHistory) => EditHistory) =>
      set((state) => {
        const history = next(state.history)
        if (history === state.history) return state
        return {
          history,
          selection: stillThere(state.selection, history.present),
          isEdited: !isSameCanvas(history.present, state.saved),
        }
      })
    return {
      history: newHistory(canvas),
      selection: NOTHING_SELECTED,
      isReadOnly,
      saved: canvas,
      isEdited: false,
      checks: UNCHECKED,
      begun: NOTHING_BEGUN,
      valuesWanted: 0,
      run: NO_RUN,
      change: (changes, gesture) => {
        const before = get().history.present
        move((history) => edit(history, changes, gesture))
        const begun = begunBy(changes, before)
        if (begun.length > 0) set((state) => ({ begun: withBegun(state.begun, begun) }))
      },
      endBegun: () => set(({ begun }) => (begun.length > 0 ? { begun: NOTHING_BEGUN } : {})),
      undo: () => move(undo),
      redo: () => move(redo),
      select: (selection) => set(({ begun }) => ({ selection, begun: stillBegun(begun, selection) })),
      load: (loaded) =>
        set({
          history: newHistory(loaded),
          selection: NOTHING_SELECTED,
          begun: NOTHING_BEGUN,
          saved: loaded,
          isEdited: false,
        }),
      beginFrom: (saved) => set(({ history }) => ({ saved, isEdited: !isSameCanvas(history.present, saved) })),
    }
  })
}

function stillThere({ nodes, edges, step }: Selection, canvas: WireCanvas): Selection {
  const has = (parts: readonly { readonly id: string }[]) => (id: string) => parts.some((part) => part.id === id)
  return {
    nodes: nodes.filter(has(canvas.nodes)),
    edges: edges.filter(has(canvas.edges)),
    step: step !== undefined && has(canvas.post_processors)(step) ? step : undefined,
  }
}
