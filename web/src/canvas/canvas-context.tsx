import type { WireCanvas } from '@heddle/domain/canvas-editing/wire-canvas.ts'
import { createContext, useContext } from 'react'
import { useStore } from 'zustand'
import type { Checks } from './checks/checks.ts'
import type { CanvasState, CanvasStore } from './canvas-store.ts'
import type { RunView } from './run/run-view.ts'

/** What the parts of a workspace share besides the canvas itself. */
export type Workspace = {
  readonly store: CanvasStore
  /** The query on the screen; undefined before its first save. */
  readonly queryId: string | undefined
  /** The controller connection it runs on. */
  readonly connection: string | undefined
  readonly variables: Readonly<Record<string, string>>
  readonly checks: Checks
  readonly run: RunView
}

export const WorkspaceContext = createContext<Workspace | undefined>(undefined)

export function useWorkspace(): Workspace {
  const workspace = useContext(WorkspaceContext)
  if (!workspace) throw new Error('outside a workspace')
  return workspace
}

/** Part of the state of the canvas; re-renders when just that part changes. Actions never change. */
export function useCanvas<T>(selector: (state: CanvasState) => T): T {
  return useStore(useWorkspace().store, selector)
}

export const useDrawing = (): WireCanvas => useCanvas((state) => state.history.present)
