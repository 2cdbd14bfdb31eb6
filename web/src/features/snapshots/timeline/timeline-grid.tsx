import { Link } from '@tanstack/react-router'
import { type KeyboardEvent, useMemo, useState } from 'react'
import { Button } from '../../../components/button.tsx'
import { axisLabels, placeOf } from '../../../components/time-bar/moments.ts'
import { useProfile } from '../../../lib/session/context.tsx'
import { formatTime } from '../../../lib/time/format-time.ts'
import { lastChange, pairOf, segmentText, timesOf } from './lanes.ts'
import {
  changesOf,
  type Picture,
  type PicturedLane,
  pictureOf,
  type LaneSide,
  type SideLane,
} from './pictured-lanes.ts'
import { words } from './words.ts'
import styles from './timeline.module.css'

type Props = {
  /** One object, or two. */
  readonly sides: readonly LaneSide[]
}

/** In percent: days that are closer together run into each other. */
const APART = 11

/** Objects through their captures: lanes for each attribute, the most changed first. */
export function TimelineGrid({ sides }: Props) {
  const { preferences } = useProfile()
  const picture = useMemo(() => pictureOf(sides), [sides])
  const { moments, presence, telling, quiet, boxOf } = picture
  const [showsQuiet, setShowsQuiet] = useState(false)
  const labels = useMemo(() => axisLabels(moments, preferences, APART), [moments, preferences])
  const lanes = showsQuiet ? [...telling, ...quiet] : telling
  const isPair = sides.length > 1
  return (
    <div className={`${styles.timeline} ${isPair ? styles.pair : ''}`}>
      {/* One stop for all segments: arrows move between them. */}
      <div
        role="grid"
        aria-label={words.grid}
        aria-rowcount={(lanes.length + 1) * sides.length}
        tabIndex={-1}
        className={styles.grid}
        onKeyDown={moveBetweenSegments}
      >
        <div role="rowgroup" className={styles.block}>
          {presence.map((lane, index) => (
            <div role="row" key={`${index} ${lane.side.name}`} className={styles.row}>
              <RowHead isFirst={index === 0} of={isPair ? lane.side : undefined} attribute={words.presence} />
              <Track lane={lane} boxOf={boxOf} name={words.presence} isPresence isFirst={index === 0} />
              <span role="gridcell" className={styles.last}>
                {index === 0 && words.lastChange}
              </span>
            </div>
          ))}
        </div>
        {lanes.map((lane) => (
          <LaneRows key={lane.attribute} lane={lane} boxOf={boxOf} isPair={isPair} />
        ))}
      </div>
      <div aria-hidden className={styles.axis}>
        <div>
          {labels.map(({ index, text }) => (
            <span key={index} style={{ insetInlineStart: `${placeOf(index, moments.length)}%` }}>
              {text}
            </span>
          ))}
        </div>
      </div>
      {telling.every((lane) => changesOf(lane) === 0) && <p className={styles.minor}>{words.allStable}</p>}
      {quiet.length > 0 && (
        <Button look="link" aria-expanded={showsQuiet} onClick={() => setShowsQuiet(!showsQuiet)}>
          <span aria-hidden>{showsQuiet ? '▾' : '▸'}</span>{' '}
          {isPair ? words.equal(quiet.length) : words.stable(quiet.length)}
        </Button>
      )}
    </div>
  )
}

type LaneProps = {
  readonly lane: PicturedLane
  readonly boxOf: Picture['boxOf']
  readonly isPair: boolean
}

/** An attribute, of each object on a line. */
const LaneRows = ({ lane: { attribute, lanes, differs }, boxOf, isPair }: LaneProps) => (
  <div role="rowgroup" className={styles.block}>
    {lanes.map((lane, index) => (
      <div role="row" key={`${index} ${lane.side.name}`} className={styles.row}>
        <RowHead
          isFirst={index === 0}
          of={isPair ? lane.side : undefined}
          attribute={attribute}
          changes={lane.changes}
          differs={differs}
        />
        <Track lane={lane} boxOf={boxOf} name={attribute} />
        <span role="gridcell" className={styles.last}>
          {lane.changes > 0 && <LastChange lane={lane} />}
        </span>
      </div>
    ))}
  </div>
)

type HeadProps = {
  readonly isFirst: boolean
  /** Where there are several. */
  readonly of: LaneSide | undefined
  readonly attribute: string
  readonly changes?: number
  readonly differs?: boolean
}

/** What a line is about: the attribute once, and whose it is. */
const RowHead = ({ isFirst, of, attribute, changes = 0, differs = false }: HeadProps) => (
  <span role="rowheader" className={styles.attribute}>
    <code className={isFirst ? undefined : 'sr-only'}>{attribute}</code>
    {isFirst && differs && (
      <span className={styles.differs} title={words.differs}>
        <span aria-hidden>≠</span>
        <span className="sr-only">{words.differs}</span>
      </span>
    )}
    {of && <code className={styles.side}>{of.name}</code>}
    {changes > 0 && (
      <span className={styles.minor} title={words.changes(changes)}>
        <span aria-hidden>{changes}</span>
        <span className="sr-only">{words.changes(changes)}</span>
      </span>
    )}
  </span>
)

/** By which capture, and between which two moments. */
function LastChange({ lane: { segments, side } }: { readonly lane: SideLane }) {
  const { preferences } = useProfile()
  const { points, dn } = side.reply
  const segment = lastChange(segments)
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
  readonly lane: SideLane
  readonly boxOf: Picture['boxOf']
  readonly name: string
  readonly isPresence?: boolean
  /** It has the one tab stop, until another segment has had the focus. */
  readonly isFirst?: boolean
}

const TONES = 5

function Track({ lane, boxOf, name, isPresence = false, isFirst = false }: TrackProps) {
  const { preferences } = useProfile()
  const { points, dn } = lane.side.reply
  return (
    <span role="gridcell" className={styles.track}>
      {lane.segments.map((segment, index) => {
        const text = isPresence && !segment.isAbsent ? words.present : segmentText(segment, words.absent)
        const { from, until } = timesOf(points, segment)
        const said = words.segment(
          text,
          formatTime(from, preferences),
          until === undefined ? undefined : formatTime(until, preferences),
        )
        const pair = pairOf(points, segment)
        const { start, width } = boxOf(lane, segment)
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
