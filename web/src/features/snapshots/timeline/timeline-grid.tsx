import { Link } from '@tanstack/react-router'
import { type KeyboardEvent, useMemo, useState } from 'react'
import { Button } from '../../../components/button.tsx'
import { axisLabels, placeOf } from '../../../components/time-bar/moments.ts'
import type { Wire } from '../../../lib/api/wire.ts'
import { useProfile } from '../../../lib/session/context.tsx'
import { formatTime } from '../../../lib/time/format-time.ts'
import { boxOf, type Lane, lanesOf, lastChange, pairOf, type Segment, segmentText, timesOf } from './lanes.ts'
import { words } from './words.ts'
import styles from './timeline.module.css'

type Props = {
  readonly label: string
  readonly reply: Wire.TimelineReply
  /** It has half of the page. */
  readonly isNarrow: boolean
}

/** In percent: days that are closer together run into each other. */
const APART = { wide: 11, narrow: 24 }
type Points = Wire.TimelineReply['points']

/** An object through its captures: a lane for each attribute, the most changed first. */
export function TimelineGrid({ label, reply, isNarrow }: Props) {
  const { preferences } = useProfile()
  const { points, dn } = reply
  const { presence, changing, stable } = useMemo(() => lanesOf(reply), [reply])
  const [showsStable, setShowsStable] = useState(false)
  const apart = isNarrow ? APART.narrow : APART.wide
  const labels = useMemo(() => {
    const moments = points.map(({ executed_at: at }) => ({ at }))
    return axisLabels(moments, preferences, apart)
  }, [points, preferences, apart])
  const lanes = showsStable ? [...changing, ...stable] : changing
  return (
    <div className={styles.timeline}>
      {/* One stop for all segments: arrows move between them. */}
      <div
        role="grid"
        aria-label={label}
        aria-rowcount={lanes.length + 1}
        tabIndex={-1}
        className={styles.grid}
        onKeyDown={moveBetweenSegments}
      >
        <div role="row" className={styles.row}>
          <span role="rowheader" className={styles.attribute}>
            {words.presence}
          </span>
          <Track points={points} segments={presence} dn={dn} name={words.presence} isPresence isFirst />
          <span role="gridcell" className={styles.last}>
            {words.lastChange}
          </span>
        </div>
        {lanes.map((lane) => (
          <LaneRow key={lane.attribute} {...{ lane, points, dn }} />
        ))}
      </div>
      <div aria-hidden className={styles.axis}>
        <div>
          {labels.map(({ index, text }) => (
            <span key={index} style={{ insetInlineStart: `${placeOf(index, points.length)}%` }}>
              {text}
            </span>
          ))}
        </div>
      </div>
      {changing.length === 0 && <p className={styles.minor}>{words.allStable}</p>}
      {stable.length > 0 && (
        <Button look="link" aria-expanded={showsStable} onClick={() => setShowsStable(!showsStable)}>
          <span aria-hidden>{showsStable ? '▾' : '▸'}</span> {words.stable(stable.length)}
        </Button>
      )}
    </div>
  )
}

type LaneProps = { readonly lane: Lane; readonly points: Points; readonly dn: string }

function LaneRow({ lane: { attribute, changes, segments }, points, dn }: LaneProps) {
  return (
    <div role="row" className={styles.row}>
      <span role="rowheader" className={styles.attribute}>
        <code>{attribute}</code>
        {changes > 0 && (
          <span className={styles.minor} title={words.changes(changes)}>
            <span aria-hidden>{changes}</span>
            <span className="sr-only">{words.changes(changes)}</span>
          </span>
        )}
      </span>
      <Track points={points} segments={segments} dn={dn} name={attribute} />
      <span role="gridcell" className={styles.last}>
        {changes > 0 && <LastChange segment={lastChange(segments)} points={points} dn={dn} />}
      </span>
    </div>
  )
}

type ChangeProps = { readonly segment: Segment | undefined; readonly points: Points; readonly dn: string }

/** By which capture, and between which two moments. */
function LastChange({ segment, points, dn }: ChangeProps) {
  const { preferences } = useProfile()
  const pair = segment && pairOf(points, segment)
  if (!pair) return null
  const [before, after] = [points[segment.first - 1]!, points[segment.first]!]
  const time = (at: string) => formatTime(at, preferences)
  return (
    <Link
      to="/history/compare"
      search={{ snapshot_a: pair[0], snapshot_b: pair[1], row: dn }}
      title={words.betweenTitle(time(before.executed_at), time(after.executed_at))}
    >
      {time(after.executed_at)}
      {after.blame?.entries[0] && <span className={styles.minor}> {words.by(after.blame.entries[0].user)}</span>}
    </Link>
  )
}

type TrackProps = {
  readonly points: Points
  readonly segments: readonly Segment[]
  readonly dn: string
  readonly name: string
  readonly isPresence?: boolean
  /** It has the one tab stop, until another segment has had the focus. */
  readonly isFirst?: boolean
}

const TONES = 5

function Track({ points, segments, dn, name, isPresence = false, isFirst = false }: TrackProps) {
  const { preferences } = useProfile()
  return (
    <span role="gridcell" className={styles.track}>
      {segments.map((segment, index) => {
        const text = isPresence && !segment.isAbsent ? words.present : segmentText(segment, words.absent)
        const { from, until } = timesOf(points, segment)
        const said = words.segment(
          text,
          formatTime(from, preferences),
          until === undefined ? undefined : formatTime(until, preferences),
        )
        const pair = pairOf(points, segment)
        const { start, width } = boxOf(segment, points.length)
        return (
          <Link
            key={segment.first}
            {...(pair
              ? ({ to: '/history/compare', search: { snapshot_a: pair[0], snapshot_b: pair[1], row: dn } } as const)
              : ({ to: '/history/snapshots/$id', params: { id: points[segment.first]!.snapshot_id } } as const))}
            data-segment
            data-tone={segment.isAbsent ? 'absent' : isPresence ? 'present' : segment.tone % TONES}
            tabIndex={isFirst && index === 0 ? 0 : -1}
            aria-label={said}
            title={`${name}: ${said}`}
            className={styles.segment}
            style={{ insetInlineStart: `${start}%`, width: `${width}%` }}
          >
            {!(isPresence && !segment.isAbsent) && <span className={styles.value}>{text}</span>}
          </Link>
        )
      })}
    </span>
  )
}

/** Left and right within a lane, up and down to what was there at the same time. */
function moveBetweenSegments(event: KeyboardEvent<HTMLElement>): void {
  const from = event.target as HTMLElement
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>('[role="row"]')]
  const row = rows.findIndex((one) => one.contains(from))
  const inRow = (at: number) => [...(rows[at]?.querySelectorAll<HTMLElement>('[data-segment]') ?? [])]
  const here = inRow(row)
  const place = here.indexOf(from)
  if (place < 0) return
  const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
  const line = { ArrowUp: -1, ArrowDown: 1 }[event.key]
  const target =
    step !== undefined
      ? here[place + step]
      : line !== undefined
        ? under(inRow(row + line), from)
        : event.key === 'Home'
          ? here[0]
          : event.key === 'End'
            ? here.at(-1)
            : undefined
  if (!target) return
  event.preventDefault()
  from.tabIndex = -1
  target.tabIndex = 0
  target.focus()
}

function under(segments: readonly HTMLElement[], from: HTMLElement): HTMLElement | undefined {
  const { left } = from.getBoundingClientRect()
  return segments.findLast((one) => one.getBoundingClientRect().left <= left + 1) ?? segments[0]
}
