import type { WireCanvas } from '@heddle/domain/canvas-editing/wire-canvas.ts'
import { useEffect, useMemo, useState } from 'react'
import { Board, type Marks } from './board/board.tsx'
import { WorkspaceContext } from './canvas-context.tsx'
import { createCanvasStore } from './canvas-store.ts'
import { NO_RUN, type RunView } from './run/run-view.ts'

type Props = { readonly canvas: WireCanvas; readonly marks?: Marks; readonly run?: RunView }

/** A canvas to look at: another version, what somebody else saved, what a run ran. */
export function CanvasPreview({ canvas, marks, run = NO_RUN }: Props) {
  const [store] = useState(() => createCanvasStore(canvas, { isReadOnly: true }))
  useEffect(() => store.getState().load(canvas), [store, canvas])
  useEffect(() => store.setState({ run }), [store, run])
  const workspace = useMemo(() => ({ store, queryId: undefined }), [store])
  return (
    <WorkspaceContext value={workspace}>
      <Board {...(marks && { marks })} />
    </WorkspaceContext>
  )
}
