import { useStore } from 'zustand'
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { CanvasStore } from '../canvas-store.ts'
import type { Point } from '../layout/boxes.ts'

/** A class to add, or a node to join: asked for by a key, a button or a dropped thread, answered in a dialog. */
type Request =
  | { readonly type: 'add'; readonly scopeDn?: string }
  /** `at`: the thread was dropped there, on empty canvas. `to`: it was dropped on that node. */
  | { readonly type: 'connect'; readonly from: string; readonly at?: Point; readonly to?: string }

/** `origin`: what had the focus when somebody asked. */
type Asked = { readonly request: Request | undefined; readonly origin?: Element | null }

const requests = new WeakMap<CanvasStore, StoreApi<Asked>>()

function requestsOf(store: CanvasStore): StoreApi<Asked> {
  const known = requests.get(store) ?? createStore<Asked>(() => ({ request: undefined }))
  requests.set(store, known)
  return known
}

/** Opens the dialog for it. */
export const askFor = (store: CanvasStore, request: Request): void =>
  requestsOf(store).setState({ request, origin: document.activeElement })

/** Closes the open dialog, and says what had the focus before. */
export function closeRequest(store: CanvasStore): Element | null {
  const { origin } = requestsOf(store).getState()
  requestsOf(store).setState({ request: undefined, origin: null })
  return origin ?? null
}

export const useRequest = (store: CanvasStore): Request | undefined =>
  useStore(requestsOf(store), ({ request }) => request)
