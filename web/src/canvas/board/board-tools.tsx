import { useReactFlow } from '@xyflow/react'
import { memo } from 'react'
import { Button } from '../../components/button.tsx'
import { useCanvas, useWorkspace } from '../canvas-context.tsx'
import { askFor } from '../connect/requests.ts'
import styles from './board.module.css'
import { tidyCanvas } from './edits.ts'
import { words } from './words.ts'

/** What the keys do, for the pointer. */
export const BoardTools = memo(() => {
  const { store } = useWorkspace()
  const isReadOnly = useCanvas((state) => state.isReadOnly)
  const canUndo = useCanvas(({ history }) => history.past.length > 0)
  const canRedo = useCanvas(({ history }) => history.future.length > 0)
  const isEmpty = useCanvas(({ history }) => history.present.nodes.length === 0)
  const { undo, redo } = store.getState()
  return (
    <div role="toolbar" aria-label={words.tools} className={styles.tools}>
      {!isReadOnly && (
        <>
          {!isEmpty && (
            <Button look="quiet" title="N" onClick={() => askFor(store, { type: 'add' })}>
              {words.addClass}
            </Button>
          )}
          <Button look="quiet" title="Ctrl Z" onClick={undo} impossible={canUndo ? undefined : words.nothingToUndo}>
            {words.undo}
          </Button>
          <Button look="quiet" title="Ctrl Y" onClick={redo} impossible={canRedo ? undefined : words.nothingToRedo}>
            {words.redo}
          </Button>
          <Button
            look="quiet"
            title="L"
            onClick={() => tidyCanvas(store)}
            impossible={isEmpty ? words.nothingToTidy : undefined}
          >
            {words.tidy}
          </Button>
          <span className={styles.rule} aria-hidden />
        </>
      )}
      <ZoomTools />
    </div>
  )
})

function ZoomTools() {
  const { zoomIn, zoomOut, fitView } = useReactFlow()
  return (
    <>
      <Button
        look="quiet"
        className={styles.zoom}
        aria-label={words.zoomOut}
        title={`${words.zoomOut} (−)`}
        onClick={() => void zoomOut()}
      >
        −
      </Button>
      <Button
        look="quiet"
        className={styles.zoom}
        aria-label={words.zoomIn}
        title={`${words.zoomIn} (+)`}
        onClick={() => void zoomIn()}
      >
        +
      </Button>
      <Button look="quiet" title={`${words.fitLong} (0)`} onClick={() => void fitView(FIT)}>
        {words.fit}
      </Button>
    </>
  )
}

/** Room for labels; small canvases are not blown up. */
export const FIT = { padding: { top: '32px', bottom: '32px', left: '40px', right: '40px' }, maxZoom: 1 } as const
