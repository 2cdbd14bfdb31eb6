import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useMemo } from 'react'
import { Button } from '../../../components/button.tsx'
import { copyText } from '../../../components/rows-grid/copy-text.ts'
import type { GridRowSource } from '../../../components/rows-grid/rows-client.ts'
import { RowsGrid } from '../../../components/rows-grid/rows-grid.tsx'
import type { ViewState } from '../../../components/rows-grid/view-state.ts'
import { useMinute } from '../../../components/time-text.tsx'
import { toast } from '../../../components/toasts.tsx'
import type { Wire } from '../../../lib/api/wire.ts'
import { useProfile, useSession } from '../../../lib/session/context.tsx'
import { formatTime, relativeTime, zoneWord } from '../../../lib/time/format-time.ts'
import { CountsOfChanges } from '../parts/change-counts.tsx'
import { marksBetween } from './marks.ts'
import { words } from './words.ts'
import styles from './history.module.css'

type Props = {
  /** Oldest first. */
  readonly captures: readonly Wire.SnapshotItem[]
  readonly index: number
  readonly view: ViewState
  readonly onView: (view: ViewState) => void
  readonly onBack: () => void
  readonly onTimeline: (dn: string) => void
}

const NO_COLUMNS: readonly string[] = []
/** More rows are not read ahead: three times as many would be in memory. */
const MOST_AHEAD = 20_000

const sourceOf = ({ id }: Wire.SnapshotItem): GridRowSource => ({
  kind: 'url',
  url: `/api/history/snapshots/${id}/results/?format=ndjson`,
  columns: NO_COLUMNS,
})

const isSmall = (capture: Wire.SnapshotItem | undefined): boolean =>
  capture !== undefined && capture.row_count <= MOST_AHEAD

/** The rows of a moment; what changed since the one before is tinted. */
export function RowsThen({ captures, index, view, onView, onBack, onTimeline }: Props) {
  const capture = captures[index]!
  const before = captures[index - 1]
  const { credentials } = useSession()
  const cache = useQueryClient()
  const marks = useQuery({
    ...marksBetween(credentials, before?.id ?? '', capture.id),
    enabled: before !== undefined && hasChanges(capture),
  })
  const sources = useMemo(() => captures.map(sourceOf), [captures])
  const ahead = useMemo(
    () => [index - 1, index + 1].filter((at) => isSmall(captures[at])).map((at) => sources[at]!),
    [captures, sources, index],
  )
  // One mostly goes on in small steps.
  useEffect(() => {
    for (const at of [index - 1, index + 1]) {
      const [earlier, later] = [captures[at - 1], captures[at]]
      if (earlier && later && hasChanges(later))
        void cache.query(marksBetween(credentials, earlier.id, later.id)).catch(() => undefined)
    }
  }, [cache, credentials, captures, index])
  return (
    <div className={styles.then}>
      <AsOf capture={capture} before={before} onBack={onBack} />
      <RowsGrid
        source={sources[index]!}
        ahead={ahead}
        view={view}
        onView={onView}
        total={capture.row_count}
        place={`rows ${capture.saved_query}`}
        marks={marks.data}
        why={{ queryId: capture.saved_query, asked: {}, snapshot: capture.id }}
        onTimeline={onTimeline}
      />
    </div>
  )
}

const hasChanges = ({ changes }: Wire.SnapshotItem): boolean =>
  changes !== null && changes.added + changes.removed + changes.changed > 0

type AsOfProps = {
  readonly capture: Wire.SnapshotItem
  readonly before: Wire.SnapshotItem | undefined
  readonly onBack: () => void
}

/** Which moment this is, what is known of it, and the way back. */
function AsOf({ capture, before, onBack }: AsOfProps) {
  const { preferences } = useProfile()
  const now = useMinute()
  const { captured_at: at, captured_by: by, annotation, saved_query: query } = capture
  const link = `${location.origin}/history/at/?${new URLSearchParams({ saved_query: query, at }).toString()}`
  const handleCopy = () =>
    void copyText(link).then(
      () => toast(words.linkCopied),
      (error: unknown) => toast((error as Error).message, { kind: 'failed' }),
    )
  return (
    <div role="status" className={styles.asOf}>
      <strong>{words.asOfWhen(`${formatTime(at, preferences)} ${zoneWord(preferences)}`)}</strong>
      <span>{[relativeTime(at, now), words.by(by)].filter(Boolean).join(' · ')}</span>
      {annotation !== null && (
        <span dir="auto" className={styles.noteText}>
          {annotation}
        </span>
      )}
      <span className={styles.since}>
        <CountsOfChanges changes={capture.changes} /> {before && words.sinceBefore}
      </span>
      <span className={styles.links}>
        {before && (
          <Link to="/history/compare" search={{ snapshot_a: before.id, snapshot_b: capture.id }}>
            {words.compareBoth}
          </Link>
        )}
        <Link to="/history/snapshots/$id" params={{ id: capture.id }}>
          {words.openCapture}
        </Link>
        {capture.saved_query_name !== null && (
          <Link to="/queries/saved-queries/$id/" params={{ id: query }} search={{ as_of: at }}>
            {words.openInQuery}
          </Link>
        )}
        <Button look="link" onClick={handleCopy}>
          {words.copyLink}
        </Button>
        <Button look="link" onClick={onBack}>
          {words.backToList}
        </Button>
      </span>
    </div>
  )
}
