import { type PointerEvent, useState } from 'react'
import text from '../../../components/text.module.css'
import { words } from '../words.ts'
import { DAY_MINUTES, lengthOf, quietParts, timeAt } from './quiet-hours.ts'
import styles from './quiet-strip.module.css'

type Props = {
  readonly from: string
  readonly until: string
  readonly onChange: (from: string, until: string) => void
}

const HOURS = [0, 6, 12, 18, 24]

/** A day from midnight to midnight, with its quiet hours. They can be drawn; the fields below say the same. */
export function QuietStrip({ from, until, onChange }: Props) {
  const [drawn, setDrawn] = useState<readonly [from: string, until: string]>()
  const parts = quietParts(...(drawn ?? [from, until]))

  const handlePress = (event: PointerEvent<HTMLDivElement>) => {
    const strip = event.currentTarget
    const { left, width } = strip.getBoundingClientRect()
    const at = ({ clientX }: { readonly clientX: number }) => (clientX - left) / width
    const begins = at(event)
    const drawnTo = (moved: { readonly clientX: number }) => {
      const [start, end] = [Math.min(begins, at(moved)), Math.max(begins, at(moved))]
      return [timeAt(start), timeAt(end)] as const
    }
    strip.setPointerCapture(event.pointerId)
    const move = (moved: globalThis.PointerEvent) => setDrawn(drawnTo(moved))
    const release = (moved: globalThis.PointerEvent) => {
      strip.removeEventListener('pointermove', move)
      setDrawn(undefined)
      const [start, end] = drawnTo(moved)
      if (start !== end) onChange(start, end)
    }
    strip.addEventListener('pointermove', move)
    strip.addEventListener('pointerup', release, { once: true })
  }
  return (
    <div className={styles.day}>
      <div aria-hidden className={styles.strip} onPointerDown={handlePress}>
        {parts.map(({ start, end }) => (
          <span
            key={start}
            className={styles.quiet}
            style={{
              insetInlineStart: `${(100 * start) / DAY_MINUTES}%`,
              width: `${(100 * (end - start)) / DAY_MINUTES}%`,
            }}
          />
        ))}
      </div>
      <div aria-hidden className={`${styles.hours} ${text.caption}`}>
        {HOURS.map((hour) => (
          <span key={hour}>{hour}</span>
        ))}
      </div>
      <p className={text.caption}>
        {parts.length === 0 ? words.settings.noQuiet : words.settings.quietFor(lengthOf(parts))}
      </p>
    </div>
  )
}
