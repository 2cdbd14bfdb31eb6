import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { Button } from '../../../components/button.tsx'
import { momentOf } from '../../../components/time-bar/moment-of.ts'
import { TimeBar } from '../../../components/time-bar/time-bar.tsx'
import type { Wire } from '../../../lib/api/wire.ts'
import { useHeddle, useMay, useProfile } from '../../../lib/session/context.tsx'
import { formatTime } from '../../../lib/time/format-time.ts'
import { captureList, lineageOf } from '../../../resources/history.ts'
import { connectionsOf } from '../parts/connections-of.ts'
import { CapturePicker } from './capture-picker.tsx'
import { type CompareAddress, LIVE } from './compare-search.ts'
import { words } from './words.ts'
import styles from './compare.module.css'

type Props = {
  readonly before: Wire.Snapshot
  /** Undefined where it is what the controller says now. */
  readonly after: Wire.Snapshot | undefined
  readonly onChange: (change: Partial<CompareAddress>) => void
}

/** Which two captures are compared: each can be another one, on another connection too, or now. */
export function PairBar({ before, after, onChange }: Props) {
  const query = before.saved_query
  const mayRun = useMay('queries.execute_savedquery')
  const found = useQuery(captureList(useHeddle(), query))
  const captures = useMemo(
    () => (found.data?.results ?? []).filter((one) => lineageOf(one) === lineageOf(before)).toReversed(),
    [found.data, before],
  )
  const [from, to] = [before.id, after?.id].map((id) => captures.findIndex((one) => one.id === id)) as [number, number]
  const move = (a: number, b: number) => onChange({ a: captures[a]!.id, b: captures[b]!.id, row: undefined })
  const isLive = after === undefined
  const isSameQuery = after === undefined || after.saved_query === query
  return (
    <div className={styles.pair}>
      <div className={styles.sides}>
        <Side side={words.before} capture={before} onChoose={({ id }) => onChange({ a: id, row: undefined })} />
        <Button
          aria-label={words.swap}
          title={words.swapWhy}
          impossible={isLive ? words.swapLive : undefined}
          onClick={() => after && onChange({ a: after.id, b: before.id, row: undefined })}
        >
          <span aria-hidden>⇄</span>
        </Button>
        <Side
          side={words.after}
          capture={after}
          query={query}
          onLive={mayRun ? () => onChange({ b: LIVE, row: undefined }) : undefined}
          onChoose={({ id }) => onChange({ b: id, row: undefined })}
        />
        <span className={styles.steps}>
          <Button look="quiet" impossible={from > 0 ? undefined : words.noEarlier} onClick={() => move(from - 1, from)}>
            {words.earlierPair}
          </Button>
          <Button
            look="quiet"
            impossible={to >= 0 && to < captures.length - 1 ? undefined : words.noLater}
            onClick={() => move(to, to + 1)}
          >
            {words.laterPair}
          </Button>
          {mayRun && !isLive && (
            <Button look="quiet" onClick={() => onChange({ b: LIVE, row: undefined })}>
              {words.compareLive}
            </Button>
          )}
        </span>
      </div>
      {isSameQuery && from >= 0 && to > from && <Pair captures={captures} from={from} to={to} onMove={move} />}
    </div>
  )
}

type PairProps = {
  readonly captures: readonly Wire.SnapshotItem[]
  readonly from: number
  readonly to: number
  readonly onMove: (from: number, to: number) => void
}

function Pair({ captures, from, to, onMove }: PairProps) {
  const moments = useMemo(() => captures.map(momentOf), [captures])
  return (
    <div className={styles.bar}>
      <TimeBar
        label={words.trail}
        moments={moments}
        handles={[
          { label: words.before, index: from, onMove: (index) => onMove(index, to) },
          { label: words.after, index: to, onMove: (index) => onMove(from, index) },
        ]}
      />
    </div>
  )
}

type SideProps = {
  readonly side: string
  readonly capture: Wire.Snapshot | undefined
  /** Where the capture does not say it. */
  readonly query?: string
  readonly onLive?: (() => void) | undefined
  readonly onChoose: (capture: Wire.SnapshotItem) => void
}

function Side({ side, capture, query, ...rest }: SideProps) {
  const { preferences } = useProfile()
  return (
    <CapturePicker
      {...rest}
      side={side}
      query={capture?.saved_query ?? query ?? ''}
      text={capture ? formatTime(capture.captured_at, preferences) : words.live}
      note={capture && connectionsOf(capture)}
      chosen={capture?.id ?? LIVE}
    />
  )
}
