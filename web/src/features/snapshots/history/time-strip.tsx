import { useEffect, useMemo, useState } from 'react'
import { Button } from '../../../components/button.tsx'
import { momentOf } from '../../../components/time-bar/moment-of.ts'
import { TimeBar } from '../../../components/time-bar/time-bar.tsx'
import { useHandler } from '../../../lib/use-handler.ts'
import { useIsGoing } from '../../../lib/use-is-going.ts'
import type { Wire } from '../../../lib/api/wire.ts'
import { words } from './words.ts'
import styles from './history.module.css'

type Props = {
  /** Oldest first. */
  readonly captures: readonly Wire.SnapshotItem[]
  /** The one that is shown; behind the last one is the list. */
  readonly index: number
  readonly onIndex: (index: number) => void
  readonly onEarlier: (() => void) | undefined
  readonly onNewest: (() => void) | undefined
}

const STEP_MS = 700

/** The way through the captures: dragged, step by step, or played. */
export function TimeStrip({ captures, index, onIndex, onEarlier, onNewest }: Props) {
  const moments = useMemo(() => captures.map(momentOf), [captures])
  const [isPlaying, setIsPlaying] = useState(false)
  const isGoing = useIsGoing()
  const last = captures.length - 1
  const step = useHandler(() => {
    if (index >= last) setIsPlaying(false)
    else onIndex(index + 1)
  })
  useEffect(() => {
    if (!isPlaying || isGoing) return
    const timer = setInterval(step, STEP_MS)
    return () => clearInterval(timer)
  }, [isPlaying, isGoing, step])
  const handlePlay = () => {
    setIsPlaying(!isPlaying)
    // From the beginning, where it has come to its end.
    if (!isPlaying && index >= last) onIndex(0)
  }
  return (
    <div className={styles.time}>
      {onEarlier && (
        <Button look="link" onClick={onEarlier}>
          {words.earlier}
        </Button>
      )}
      <Button
        aria-label={words.older}
        title={words.older}
        impossible={index <= 0 ? words.oldest : undefined}
        onClick={() => onIndex(index - 1)}
      >
        <span aria-hidden>‹</span>
      </Button>
      <TimeBar
        label={words.bar}
        moments={moments}
        hasNow
        handles={[
          {
            label: words.asOf,
            index,
            onMove: (next) => {
              setIsPlaying(false)
              onIndex(next)
            },
          },
        ]}
      />
      <Button
        aria-label={words.newer}
        title={words.newer}
        impossible={index > last ? words.isNow : undefined}
        onClick={() => onIndex(index + 1)}
      >
        <span aria-hidden>›</span>
      </Button>
      {captures.length > 1 && <Button onClick={handlePlay}>{isPlaying ? words.pause : words.play}</Button>}
      {onNewest && (
        <Button look="link" onClick={onNewest}>
          {words.newestOnes}
        </Button>
      )}
    </div>
  )
}
