import { queryOptions, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Read } from '../../../components/read.tsx'
import { EmptyState, StaleBar } from '../../../components/states.tsx'
import type { Heddle } from '../../../lib/api/heddle.ts'
import type { Wire } from '../../../lib/api/wire.ts'
import { useHeddle } from '../../../lib/session/context.tsx'
import { HISTORY_KEY } from '../../../resources/history.ts'
import { TimelineGrid } from './timeline-grid.tsx'
import { words } from './words.ts'
import styles from './timeline.module.css'

/** As many captures as the server gives. */
const MOST_POINTS = 100

type Props = {
  readonly dn: string
  readonly asked: Omit<Wire.TimelineQuery, 'dn' | 'limit'>
  /** Then each is named after its object. */
  readonly isOneOfTwo: boolean
  readonly note: string | undefined
}

/** One object: its lanes, or why there are none. */
export function ObjectTimeline({ dn, asked, isOneOfTwo, note }: Props) {
  const found = useQuery(timelineOf(useHeddle(), { ...asked, dn, limit: MOST_POINTS, blame: true }))
  return (
    <section aria-label={dn} className={styles.card}>
      <h2>
        {dn}
        <Link
          to="/controller/objects"
          search={{ dn, connection: asked.controller_connection }}
          className={styles.minor}
        >
          {words.openObject}
        </Link>
        <span className={styles.minor}>
          {[note, found.data && words.captures(found.data.points.length)].filter(Boolean).join(' · ')}
        </span>
      </h2>
      <Read of={found} failure={words.failure} permission="history.view_snapshot">
        {(reply) => <Found reply={reply} isOneOfTwo={isOneOfTwo} />}
      </Read>
    </section>
  )
}

function Found({ reply, isOneOfTwo }: { readonly reply: Wire.TimelineReply; readonly isOneOfTwo: boolean }) {
  if (reply.points.length === 0) return <EmptyState title={words.none}>{words.noneText}</EmptyState>
  if (reply.points.every(({ present }) => !present))
    return <EmptyState title={words.never}>{words.neverText}</EmptyState>
  return (
    <>
      {reply.points.length === MOST_POINTS && <StaleBar>{words.newestOnly(MOST_POINTS)}</StaleBar>}
      <TimelineGrid label={isOneOfTwo ? words.gridOf(reply.dn) : words.grid} reply={reply} isNarrow={isOneOfTwo} />
    </>
  )
}

const timelineOf = (heddle: Heddle, query: Wire.TimelineQuery) =>
  queryOptions({
    queryKey: [...HISTORY_KEY, 'timeline', query],
    queryFn: ({ signal }) => heddle.history.timeline(query, { signal }),
    placeholderData: (before) => (before?.dn === query.dn ? before : undefined),
  })
