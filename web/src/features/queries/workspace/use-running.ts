import type { WireCanvas } from '@heddle/domain/canvas-editing/wire-canvas.ts'
import { useAddress } from './use-address.ts'
import type { QueryDocument } from './use-document.ts'
import { type Ran, useRun } from './use-run.ts'

export type Running = {
  /** The last run that gave rows. */
  readonly ran: Ran | undefined
  /** Runs the canvas on the screen, or part of it. */
  readonly run: (part?: WireCanvas) => void
  readonly cancel: () => void
}

/** Runs of the canvas on the screen; the store has the newest. */
export function useRunning({ store, base }: QueryDocument, connection: string | undefined): Running {
  const { variables, change } = useAddress()
  const { ran, start, cancel } = useRun(store)
  const run = (part?: WireCanvas) => {
    const { history, isEdited } = store.getState()
    const canvas = part ?? history.present
    if (connection === undefined || canvas.nodes.length === 0) return
    change({ as_of: undefined, tab: undefined, version: undefined })
    void start({ canvas, queryId: base?.id, isEdited: isEdited || part !== undefined, connection, variables })
  }
  return { ran, run, cancel: () => void cancel() }
}
