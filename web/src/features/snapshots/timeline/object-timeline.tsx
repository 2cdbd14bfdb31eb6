import { queryOptions, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { Read } from '../../../components/read.tsx'
import { EmptyState, StaleBar } from '../../../components/states.tsx'
import type { Heddle } from '../../../lib/api/heddle.ts'
import type { Wire } from '../../../lib/api/wire.ts'
import { useHeddle } from '../../../lib/session/context.tsx'
import { HISTORY_KEY } from '../../../resources/history.ts'
import { type LaneSide, sideNames } from './pictured-lanes.ts'
import { TimelineGrid } from './timeline-grid.tsx'
import { words } from './words.ts'
import styles from './timeline.module.css'

/** As many captures as the server gives. */
const MOST_POINTS = 100

/** An object whose life is shown, on the captures that are asked for. */
export type ShownObject = {
  readonly dn: string
  readonly asked: Omit<Wire.TimelineQuery, 'dn' | 'limit'>
  /** Which fabric it is on, where there are several. */
  readonly note: string | undefined
}

type Found = { readonly object: ShownObject; readonly reply: Wire.TimelineReply }

type Props = { readonly object: ShownObject; readonly beside: ShownObject | undefined }

/** One object or two in one picture: their lanes, or why there are none. */
export function ObjectTimeline({ object: one, beside: other }: Props) {
  const heddle = useHeddle()
  const optionsOf = ({ dn, asked }: ShownObject) =>
    timelineOf(heddle, { ...asked, dn, limit: MOST_POINTS, blame: true })
  // Apart from each other: at first the second object is the same as the first.
  const [first, second] = [
    useQuery(optionsOf(one)),
    useQuery({ ...optionsOf(other ?? one), enabled: other !== undefined }),
  ]
  const objects = other ? [one, other] : [one]
  const found = other ? [first, second] : [first]
  const replies = found.flatMap(({ data }, index) => (data ? [{ object: objects[index]!, reply: data }] : []))
  const missing = found.find(({ data }) => data === undefined)
  return (
    <div className={styles.objects}>
      <ul className={styles.names}>
        {objects.map((object, index) => (
          <ObjectName key={index} object={object} reply={found[index]?.data} />
        ))}
      </ul>
      {missing ? (
        <Read of={missing} failure={words.failure} permission="history.view_snapshot">
          {() => null}
        </Read>
      ) : (
        <Lanes found={replies} />
      )}
    </div>
  )
}

type NameProps = { readonly object: ShownObject; readonly reply: Wire.TimelineReply | undefined }

const ObjectName = ({ object: { dn, asked, note }, reply }: NameProps) => (
  <li>
    <code>{dn}</code>
    <Link to="/controller/objects" search={{ dn, connection: asked.controller_connection }} className={styles.minor}>
      {words.openObject}
    </Link>
    <span className={styles.minor}>
      {[note, reply && words.captures(reply.points.length)].filter(Boolean).join(' · ')}
    </span>
    {reply && absence(reply) !== undefined && <span className={styles.minor}>{absence(reply)}</span>}
  </li>
)

/** Why an object has no lanes. */
function absence({ points }: Wire.TimelineReply): string | undefined {
  if (points.length === 0) return words.none
  return points.every(({ present }) => !present) ? words.never : undefined
}

/** Of those that some capture has. */
function Lanes({ found }: { readonly found: readonly Found[] }) {
  const there = found.filter(({ reply }) => absence(reply) === undefined)
  const names = sideNames(there.map(({ object }) => object))
  const [one, other] = there
  const key = JSON.stringify(names)
  const sides = useMemo(
    (): readonly LaneSide[] => there.map(({ reply }, index) => ({ name: names[index]!, reply })),
    // oxlint-disable-next-line react/exhaustive-deps -- The same by content.
    [key, one?.reply, other?.reply],
  )
  if (sides.length === 0) {
    const isNever = found.some(({ reply }) => reply.points.length > 0)
    return (
      <EmptyState title={isNever ? words.never : words.none}>{isNever ? words.neverText : words.noneText}</EmptyState>
    )
  }
  return (
    <>
      {sides.some(({ reply }) => reply.points.length === MOST_POINTS) && (
        <StaleBar>{words.newestOnly(MOST_POINTS)}</StaleBar>
      )}
      <TimelineGrid sides={sides} />
    </>
  )
}

const timelineOf = (heddle: Heddle, query: Wire.TimelineQuery) =>
  queryOptions({
    queryKey: [...HISTORY_KEY, 'timeline', query],
    queryFn: ({ signal }) => heddle.history.timeline(query, { signal }),
    placeholderData: (before) => (before?.dn === query.dn ? before : undefined),
  })
