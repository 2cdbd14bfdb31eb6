import { type KeyboardEvent, type PointerEvent, useMemo, useRef } from 'react'
import { useProfile } from '../../lib/session/context.tsx'
import { formatTime } from '../../lib/time/format-time.ts'
import { useMedia } from '../use-media.ts'
import { axisLabels, type Moment, placeOf, stepAt } from './moments.ts'
import { words } from './words.ts'
import styles from './time-bar.module.css'

export type TimeHandle = {
  /** Of the slider: "As of", "From". */
  readonly label: string
  /** Its place among the moments; behind the last one is now. */
  readonly index: number
  readonly onMove: (index: number) => void
}

type Props = {
  readonly label: string
  /** Oldest first. */
  readonly moments: readonly Moment[]
  /** One, or two with a range between them. */
  readonly handles: readonly [TimeHandle] | readonly [TimeHandle, TimeHandle]
  /** There is a step for now, after the last capture. */
  readonly hasNow?: boolean
}

const PAGE = 10
/** In percent: days that are closer together run into each other, and those that are closer to now into that. */
const ROOM = { wide: { day: 9, now: 4 }, narrow: { day: 28, now: 16 } }

/** Captures from the first to the newest, as high as much changed. A handle is dragged, or moved by arrows. */
export function TimeBar({ label, moments, handles, hasNow = false }: Props) {
  const { preferences } = useProfile()
  const track = useRef<HTMLDivElement>(null)
  const steps = moments.length + (hasNow ? 1 : 0)
  const [first, second] = handles
  const textAt = (index: number): string => {
    const moment = moments[index]
    if (!moment) return words.now
    return [formatTime(moment.at, preferences), moment.text].filter(Boolean).join(', ')
  }
  const stepUnder = (x: number): number => {
    const box = track.current!.getBoundingClientRect()
    return stepAt((x - box.left) / Math.max(1, box.width), steps)
  }
  const handlePress = (event: PointerEvent<HTMLDivElement>) => {
    if (event.button !== 0) return
    event.preventDefault()
    const from = stepUnder(event.clientX)
    const handle = nearest(handles, from)
    const target = event.currentTarget
    target.setPointerCapture(event.pointerId)
    let at = handle.index
    const move = (x: number) => {
      const next = within(handles, handle, stepUnder(x))
      if (next !== at) handle.onMove((at = next))
    }
    move(event.clientX)
    const follow = (moved: globalThis.PointerEvent) => move(moved.clientX)
    target.addEventListener('pointermove', follow)
    target.addEventListener('pointerup', () => target.removeEventListener('pointermove', follow), { once: true })
    target.querySelectorAll<HTMLElement>('[role="slider"]')[handles.indexOf(handle)]?.focus()
  }

  return (
    <div role="group" aria-label={label} className={styles.bar}>
      {/* The handles are for keys; the whole track is for the pointer. */}
      <div ref={track} className={styles.track} onPointerDown={handlePress}>
        {second && (
          <span
            aria-hidden
            className={styles.range}
            style={{
              insetInlineStart: `${placeOf(first.index, steps)}%`,
              insetInlineEnd: `${100 - placeOf(second.index, steps)}%`,
            }}
          />
        )}
        <Moments moments={moments} steps={steps} textAt={textAt} />
        {handles.map((handle) => (
          <span
            key={handle.label}
            role="slider"
            tabIndex={0}
            aria-label={handle.label}
            aria-valuemin={0}
            aria-valuemax={steps - 1}
            aria-valuenow={handle.index}
            aria-valuetext={textAt(handle.index)}
            className={styles.handle}
            style={{ insetInlineStart: `${placeOf(handle.index, steps)}%` }}
            onKeyDown={(event) => pressKey(event, handle, (index) => within(handles, handle, index), steps)}
          />
        ))}
      </div>
      <Axis moments={moments} steps={steps} hasNow={hasNow} />
    </div>
  )
}

type MomentsProps = {
  readonly moments: readonly Moment[]
  readonly steps: number
  readonly textAt: (index: number) => string
}

const Moments = ({ moments, steps, textAt }: MomentsProps) =>
  moments.map((moment, index) => (
    <span
      key={moment.id}
      aria-hidden
      title={textAt(index)}
      data-kind={kindOf(moment)}
      data-marked={moment.isMarked || undefined}
      className={styles.moment}
      style={{ insetInlineStart: `${placeOf(index, steps)}%`, height: heightOf(moment) }}
    />
  ))

type AxisProps = { readonly moments: readonly Moment[]; readonly steps: number; readonly hasNow: boolean }

function Axis({ moments, steps, hasNow }: AxisProps) {
  const { preferences } = useProfile()
  const room = useMedia('(width <= 640px)') ? ROOM.narrow : ROOM.wide
  const labels = useMemo(() => axisLabels(moments, preferences, room.day), [moments, preferences, room])
  const end = placeOf(steps - 1, steps)
  return (
    <div aria-hidden className={styles.axis}>
      {labels
        .filter(({ index }) => !hasNow || end - placeOf(index, steps) >= room.now)
        .map(({ index, text }) => (
          <span key={index} style={{ insetInlineStart: `${placeOf(index, steps)}%` }}>
            {text}
          </span>
        ))}
      {hasNow && <span style={{ insetInlineStart: `${end}%` }}>{words.now}</span>}
    </div>
  )
}

const kindOf = ({ change }: Moment): string => (change === undefined ? 'first' : change > 0 ? 'changed' : 'same')

const LEAST = 5
const MOST = 24

/** Small changes are seen too: the root lifts them. */
const heightOf = ({ change }: Moment): number =>
  change === undefined || change === 0 ? LEAST : Math.round(LEAST + 3 + (MOST - LEAST - 3) * Math.sqrt(change))

function nearest(handles: Props['handles'], step: number): TimeHandle {
  const [first, second] = handles
  if (!second) return first
  return Math.abs(step - first.index) <= Math.abs(step - second.index) ? first : second
}

/** Two handles keep their order. */
function within(handles: Props['handles'], handle: TimeHandle, index: number): number {
  const [first, second] = handles
  if (!second) return index
  return handle.label === first.label ? Math.min(index, second.index - 1) : Math.max(index, first.index + 1)
}

function pressKey(
  event: KeyboardEvent,
  { index, onMove }: TimeHandle,
  keep: (index: number) => number,
  steps: number,
): void {
  const target = {
    ArrowLeft: index - 1,
    ArrowDown: index - 1,
    ArrowRight: index + 1,
    ArrowUp: index + 1,
    PageDown: index - PAGE,
    PageUp: index + PAGE,
    Home: 0,
    End: steps - 1,
  }[event.key]
  if (target === undefined) return
  event.preventDefault()
  const next = keep(Math.min(steps - 1, Math.max(0, target)))
  if (next !== index) onMove(next)
}
