import { diffCanvases, marksOf, unitedCanvas } from '@heddle/domain/canvas-editing/diff.ts'
import { type WireCanvas, wireCanvas } from '@heddle/domain/canvas-editing/wire-canvas.ts'
import { useMemo } from 'react'
import { CanvasPreview } from '../../../canvas/canvas-preview.tsx'
import { Button } from '../../../components/button.tsx'
import { Dialog, DialogActions } from '../../../components/dialog.tsx'
import { TimeText } from '../../../components/time-text.tsx'
import { WriteFailure } from '../../../components/write-failure.tsx'
import type { ReadQuery } from '../api.ts'
import { DiffList } from './diff-list.tsx'
import { words } from './words.ts'
import styles from './conflict-dialog.module.css'

type Props = {
  readonly mine: WireCanvas
  readonly theirs: ReadQuery
  readonly isBusy: boolean
  /** Why the last choice did nothing. */
  readonly error?: Error | null | undefined
  readonly onKeepMine: () => void
  readonly onTakeTheirs: () => void
  readonly onDuplicate: () => void
  readonly onClose: () => void
}

/** Two people saved the same query: both canvases, what differs, and three ways on. */
export function ConflictDialog({ mine, theirs, isBusy, error, onKeepMine, onTakeTheirs, onDuplicate, onClose }: Props) {
  const saved = useMemo(() => wireCanvas(theirs), [theirs])
  const diff = useMemo(() => diffCanvases(saved, mine), [saved, mine])
  const united = useMemo(() => unitedCanvas(saved, mine), [saved, mine])
  const marks = useMemo(() => marksOf(diff), [diff])
  const newest = theirs.version_history[0]
  const impossible = isBusy ? words.saving : undefined
  return (
    <Dialog title={words.conflict.title} isOpen onClose={onClose} width={1080}>
      <p className={styles.text}>
        {words.conflict.text(theirs.current_version)}{' '}
        {newest && (
          <>
            {words.conflict.savedBy} {newest.changed_by} <TimeText at={newest.changed_at} />.
          </>
        )}
      </p>
      <div className={styles.sides}>
        <section aria-label={words.conflict.mine}>
          <h3>{words.conflict.mine}</h3>
          <div className={styles.side}>
            <CanvasPreview canvas={united} marks={marks} />
          </div>
        </section>
        <section aria-label={words.conflict.theirs(theirs.current_version)}>
          <h3>{words.conflict.theirs(theirs.current_version)}</h3>
          <div className={styles.side}>
            <CanvasPreview canvas={saved} />
          </div>
        </section>
      </div>
      <DiffList diff={diff} before={saved} after={mine} />
      {error && <WriteFailure what={words.notSavedNow} error={error} kept={words.editsKept} />}
      <DialogActions>
        <Button impossible={impossible} onClick={onDuplicate}>
          {words.conflict.duplicate}
        </Button>
        <Button impossible={impossible} onClick={onTakeTheirs}>
          {words.conflict.takeTheirs}
        </Button>
        <Button look="primary" impossible={impossible} onClick={onKeepMine}>
          {words.conflict.keepMine}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
