import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'

/** The part of the drawing that a request under the pointer belongs to. */
export type LitPart = { readonly kind: 'nodes' | 'edges'; readonly id: string }

const lit = createStore<{ readonly part: LitPart | undefined }>(() => ({ part: undefined }))

export const light = (part: LitPart | undefined): void => lit.setState({ part })

/** Whether the board shows a part as the one that is pointed at elsewhere. */
export const useIsLit = (kind: LitPart['kind'], id: string): boolean =>
  useStore(lit, ({ part }) => part?.kind === kind && part.id === id)
