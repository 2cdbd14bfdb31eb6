import { diffCanvases, marksOf, unitedCanvas } from '@heddle/domain/canvas-editing/diff.ts'
import { wireCanvas } from '@heddle/domain/canvas-editing/wire-canvas.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useDrawing } from '../../../canvas/canvas-context.tsx'
import { CanvasPreview } from '../../../canvas/canvas-preview.tsx'
import { Button } from '../../../components/button.tsx'
import { Read } from '../../../components/read.tsx'
import type { Wire } from '../../../lib/api/wire.ts'
import { useHeddle } from '../../../lib/session/context.tsx'
import { versionDetail } from '../api.ts'
import { DiffList } from './diff-list.tsx'
import { words } from './words.ts'
import styles from './version-preview.module.css'

type Props = {
  readonly queryId: string
  readonly version: number
  readonly onClose: () => void
}

/** Another version, with what the canvas on the screen changed since. */
export function VersionPreview({ queryId, version, onClose }: Props) {
  const found = useQuery(versionDetail(useHeddle(), queryId, version))
  return (
    <Read of={found} failure={words.versions.failure} permission="queries.view_savedquery">
      {(detail) => <Differences detail={detail} onClose={onClose} />}
    </Read>
  )
}

function Differences({ detail, onClose }: { readonly detail: Wire.SavedQueryVersion } & Pick<Props, 'onClose'>) {
  const canvas = useDrawing()
  const before = useMemo(() => wireCanvas(detail), [detail])
  const diff = useMemo(() => diffCanvases(before, canvas), [before, canvas])
  const united = useMemo(() => unitedCanvas(before, canvas), [before, canvas])
  const marks = useMemo(() => marksOf(diff), [diff])
  return (
    <div className={styles.preview}>
      <div className={styles.bar} role="status">
        <span>{words.versions.differs(detail.version)}</span>
        <Button look="link" onClick={onClose}>
          {words.versions.back}
        </Button>
      </div>
      <div className={styles.board}>
        <CanvasPreview canvas={united} marks={marks} />
      </div>
      <DiffList diff={diff} before={before} after={canvas} />
    </div>
  )
}
