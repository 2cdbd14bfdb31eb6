import { diffCanvases, marksOf, unitedCanvas } from '@heddle/domain/canvas-editing/diff.ts'
import { type Clash, mergeCanvases } from '@heddle/domain/canvas-editing/merge.ts'
import { type WireCanvas, wireCanvas } from '@heddle/domain/canvas-editing/wire-canvas.ts'
import { useMemo } from 'react'
import { partName } from '../../../canvas/board/part-name.ts'
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
  /** What both began from. */
  readonly base: WireCanvas
  readonly mine: WireCanvas
  readonly theirs: ReadQuery
  readonly isBusy: boolean
  /** Why the last choice did nothing. */
  readonly error?: Error | null | undefined
  readonly onMerge: (merged: WireCanvas) => void
  readonly onKeepMine: () => void
  readonly onTakeTheirs: () => void
  readonly onDuplicate: () => void
  readonly onClose: () => void
}

/** Two people saved the same query: both canvases, what differs, and the ways on. */
export function ConflictDialog({ base, mine, theirs, isBusy, error, ...on }: Props) {
  const { onMerge, onKeepMine, onTakeTheirs, onDuplicate, onClose } = on
  const version = theirs.current_version
  const saved = useMemo(() => wireCanvas(theirs), [theirs])
  const merged = useMemo(() => mergeCanvases(base, mine, saved), [base, mine, saved])
  const own = merged.ok ? merged.canvas : mine
  const title = merged.ok ? words.conflict.merged(version) : words.conflict.mine
  const diff = useMemo(() => diffCanvases(saved, own), [saved, own])
  const united = useMemo(() => unitedCanvas(saved, own), [saved, own])
  const marks = useMemo(() => marksOf(diff), [diff])
  const newest = theirs.version_history[0]
  const impossible = isBusy ? words.saving : undefined
  return (
    <Dialog title={words.conflict.title} isOpen onClose={onClose} width={1080}>
      <p className={styles.text}>
        {words.conflict.text(version)}{' '}
        {newest && (
          <>
            {words.conflict.savedBy} {newest.changed_by} <TimeText at={newest.changed_at} />.
          </>
        )}{' '}
        {!merged.ok && words.conflict.clash(merged.clashes.map((clash) => clashName(clash, mine, saved)).join(', '))}
      </p>
      <div className={styles.sides}>
        <section aria-label={title}>
          <h3>{title}</h3>
          <div className={styles.side}>
            <CanvasPreview canvas={united} marks={marks} />
          </div>
        </section>
        <section aria-label={words.conflict.theirs(version)}>
          <h3>{words.conflict.theirs(version)}</h3>
          <div className={styles.side}>
            <CanvasPreview canvas={saved} />
          </div>
        </section>
      </div>
      <DiffList diff={diff} before={saved} after={own} />
      {error && <WriteFailure what={words.notSavedNow} error={error} kept={words.editsKept} />}
      <DialogActions>
        <Button impossible={impossible} onClick={onDuplicate}>
          {words.conflict.duplicate}
        </Button>
        <Button impossible={impossible} onClick={onTakeTheirs}>
          {words.conflict.takeTheirs}
        </Button>
        <Button {...(!merged.ok && { look: 'primary' })} impossible={impossible} onClick={onKeepMine}>
          {words.conflict.keepMine}
        </Button>
        {merged.ok && (
          <Button look="primary" impossible={impossible} onClick={() => onMerge(merged.canvas)}>
            {words.conflict.merge(diff.length, version)}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  )
}

function clashName({ kind, id }: Clash, mine: WireCanvas, theirs: WireCanvas): string {
  if (id === undefined) return words.conflict.steps
  return partName(mine[kind].some((part) => part.id === id) ? mine : theirs, kind, id)
}
