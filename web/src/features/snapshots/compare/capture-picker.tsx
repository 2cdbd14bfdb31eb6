import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../../components/button.tsx'
import { screenPlaceOf } from '../../../components/menu-at.tsx'
import { PanelAt } from '../../../components/panel-at.tsx'
import { SearchInput } from '../../../components/search-field.tsx'
import { LoadingState } from '../../../components/states.tsx'
import type { Wire } from '../../../lib/api/wire.ts'
import { useHeddle, useProfile } from '../../../lib/session/context.tsx'
import { dayBounds } from '../../../lib/time/day-bounds.ts'
import { formatTime } from '../../../lib/time/format-time.ts'
import { captureList, lineageOf } from '../../../resources/history.ts'
import { Days } from '../parts/days.tsx'
import { connectionsOf } from '../parts/connections-of.ts'
import { words } from './words.ts'
import styles from './capture-picker.module.css'

type Props = {
  /** "Before" or "After". */
  readonly side: string
  readonly query: string
  /** What is chosen, as it is shown on the button. */
  readonly text: string
  readonly note: string | undefined
  readonly chosen: string
  /** Offers what the controller says now, too. */
  readonly onLive?: (() => void) | undefined
  readonly onChoose: (capture: Wire.SnapshotItem) => void
}

type Place = ReturnType<typeof screenPlaceOf>

/** A side of a comparison, and every capture that it could be. */
export function CapturePicker({ side, query, text, note, chosen, onLive, onChoose }: Props) {
  const [at, setAt] = useState<Place>()
  return (
    <>
      <Button
        className={styles.side}
        aria-haspopup="dialog"
        onClick={(event) => setAt(screenPlaceOf(event.currentTarget))}
      >
        <span className={styles.name}>{side}</span>
        <span>{text}</span>
        {note !== undefined && <span className={styles.note}>{note}</span>}
        <span aria-hidden>▾</span>
      </Button>
      {at && (
        <PanelAt label={words.pick} at={at} onClose={() => setAt(undefined)}>
          <Captures
            {...{ query, chosen }}
            onLive={
              onLive &&
              (() => {
                setAt(undefined)
                onLive()
              })
            }
            onChoose={(capture) => {
              setAt(undefined)
              onChoose(capture)
            }}
          />
        </PanelAt>
      )}
    </>
  )
}

type CapturesProps = Pick<Props, 'query' | 'chosen' | 'onLive' | 'onChoose'>

function Captures({ query, chosen, onLive, onChoose }: CapturesProps) {
  const { preferences } = useProfile()
  const [text, setText] = useState('')
  const [day, setDay] = useState<string>()
  const bounds = day === undefined ? undefined : dayBounds(day, preferences.timezone)
  const found = useQuery(captureList(useHeddle(), query, bounds?.to, bounds?.from))
  const captures = found.data?.results ?? []
  const hasSeveral = new Set(captures.map(lineageOf)).size > 1
  const shown = captures.map((capture) => ({
    capture,
    time: formatTime(capture.captured_at, preferences),
    connection: connectionsOf(capture),
  }))
  const sought = text.trim().toLowerCase()
  const hits = shown.filter(({ capture, time, connection }) =>
    [time, connection, capture.captured_by, capture.annotation].join(' ').toLowerCase().includes(sought),
  )
  return (
    <div className={styles.captures}>
      <SearchInput
        aria-label={words.findCapture}
        placeholder={words.findCapture}
        value={text}
        data-autofocus
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Days query={query} connection={undefined} chosen={day} onChoose={setDay} />
      {bounds && (
        <p className={styles.ofDay}>
          {words.ofDay(formatTime(bounds.from, preferences).replace(/ .*/, ''))}
          <Button look="link" onClick={() => setDay(undefined)}>
            {words.everyDay}
          </Button>
        </p>
      )}
      {found.isPending && <LoadingState lines={4} />}
      <ul className={styles.list}>
        {onLive && sought === '' && day === undefined && (
          <li>
            <button type="button" className={styles.capture} onClick={onLive}>
              {words.live}
            </button>
          </li>
        )}
        {hits.map(({ capture, time, connection }) => (
          <li key={capture.id}>
            <button
              type="button"
              className={styles.capture}
              aria-current={capture.id === chosen || undefined}
              onClick={() => onChoose(capture)}
            >
              <span>{time}</span>
              <span className={styles.note}>
                {[hasSeveral && connection, capture.captured_by, capture.annotation].filter(Boolean).join(' · ')}
              </span>
            </button>
          </li>
        ))}
      </ul>
      {found.data && hits.length === 0 && <p className={styles.note}>{words.noCapture}</p>}
    </div>
  )
}
