import type { WireCanvas } from '@heddle/domain/canvas-editing/wire-canvas.ts'
import { createContext, useContext } from 'react'
import { useStore } from 'zustand'
import { useShallow } from 'zustand/react/shallow'
import type { CanvasState, CanvasStore } from './canvas-store.ts'

/** What the parts of a workspace share. What changes while one works is in the store, and read by selectors. */
export type Workspace = {
  readonly store: CanvasStore
  /** The query on the screen; undefined before its first save. */
  readonly queryId: string | undefined
  /** The controller that is asked, if one is chosen. */
  readonly connection?: string | undefined
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

/** The same for a selector that gathers: re-renders when one of the gathered values changes. */
export function useGathered<T>(selector: (state: CanvasState) => T): T {
  return useStore(useWorkspace().store, useShallow(selector))
}

export const useDrawing = (): WireCanvas => useCanvas((state) => state.history.present)
