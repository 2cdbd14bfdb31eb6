import { EMPTY_CANVAS, type WireCanvas, wireCanvas } from '@heddle/domain/canvas-editing/wire-canvas.ts'
import { useEffect, useState } from 'react'
import { type CanvasStore, createCanvasStore } from '../../../canvas/canvas-store.ts'
import { addClass } from '../../../canvas/connect/add-class.ts'
import { useMedia } from '../../../components/use-media.ts'
import { useMay, useMayChangeOf } from '../../../lib/session/context.tsx'
import type { ReadQuery } from '../api.ts'
import { type Declared, NOTHING_DECLARED } from './declared.ts'
import { useAddress } from './use-address.ts'

/** Below this, a canvas is for looking only. */
const NARROW = '(width < 768px)'

/** The query on the screen. */
export type QueryDocument = {
  readonly store: CanvasStore
  /** What the canvas began from: our own saves move it, those of others do not. Undefined before the first save. */
  readonly base: ReadQuery | undefined
  /** What it declares; before the first save, what that will declare. */
  readonly declared: Declared
  readonly declare: (declared: Partial<Declared>) => void
  /** Whether its user may change it; others save copies. */
  readonly isMine: boolean
  /** The query as it is on the server, when somebody else saved it since. */
  readonly newer: ReadQuery | undefined
  /** Edits to come begin from this. */
  readonly beginFrom: (saved: ReadQuery) => void
  /** Takes the place of the canvas; Undo brings it back. */
  readonly replace: (canvas: WireCanvas) => void
  /** The canvas of a query that was read, as what the edits to come begin from. */
  readonly take: (taken: ReadQuery) => void
}

export function useDocument(query: ReadQuery | undefined): QueryDocument {
  const [base, setBase] = useState(query)
  const [store] = useState(() => createCanvasStore(query ? wireCanvas(query) : EMPTY_CANVAS))
  const [pending, setPending] = useState(NOTHING_DECLARED)
  const isNarrow = useMedia(NARROW)
  const mayAdd = useMay('queries.add_savedquery')
  const mayChange = useMay('queries.change_savedquery')
  // What belongs to somebody else can be saved as a copy.
  const mayEdit = mayAdd || (base !== undefined && mayChange)
  useEffect(() => store.setState({ isReadOnly: isNarrow || !mayEdit }), [store, isNarrow, mayEdit])
  const mayChangeOf = useMayChangeOf()
  useLinkedClass(store)

  const beginFrom = (saved: ReadQuery) => {
    setBase(saved)
    store.getState().beginFrom(wireCanvas(saved))
  }
  const replace = (canvas: WireCanvas) => store.getState().change([{ type: 'replace', canvas }])
  const isOlder = query !== undefined && base !== undefined && query.current_version !== base.current_version
  return {
    store,
    base,
    declared: base ?? pending,
    declare: (changed) => setPending({ ...pending, ...changed }),
    isMine: base === undefined || (mayChange && mayChangeOf(base.created_by)),
    newer: isOlder ? query : undefined,
    beginFrom,
    replace,
    take: (taken) => {
      beginFrom(taken)
      replace(wireCanvas(taken))
    },
  }
}

/** A link can begin with a class of the model. */
function useLinkedClass(store: CanvasStore): void {
  const { search, change } = useAddress()
  useEffect(() => {
    if (search.class === undefined) return
    addClass(store, search.class)
    change({ class: undefined })
  }, [store, search.class, change])
}
