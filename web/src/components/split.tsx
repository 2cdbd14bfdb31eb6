import { type KeyboardEvent, type PointerEvent, useState } from 'react'
import styles from './split.module.css'

type Props = {
  readonly label: string
  /** Remembered by this browser under this name. */
  readonly name: string
  /** The size of the part after the handle, in pixels, before anybody moves it. */
  readonly initial: number
  readonly smallest: number
  readonly largest: number
  readonly onDoubleClick?: () => void
}

const STEP = 24

/** The size of the panel below a handle, and the handle: dragged, or moved with the arrows. */
export function useSplit({ label, name, initial, smallest, largest, onDoubleClick }: Props) {
  const key = `heddle-size:${name}`
  const [size, setSize] = useState(() => clamp(Number(localStorage.getItem(key) ?? initial)))
  function clamp(wanted: number): number {
    return Number.isFinite(wanted) ? Math.round(Math.min(largest, Math.max(smallest, wanted))) : initial
  }
  const resize = (wanted: number) => {
    setSize(clamp(wanted))
    localStorage.setItem(key, String(clamp(wanted)))
  }
  const handleKey = (event: KeyboardEvent) => {
    const step = { ArrowUp: STEP, ArrowDown: -STEP }[event.key]
    if (step === undefined) return
    event.preventDefault()
    resize(size + step)
  }
  const handlePointer = (event: PointerEvent<HTMLDivElement>) => {
    const from = event.clientY
    const handle = event.currentTarget
    handle.setPointerCapture(event.pointerId)
    const move = (moved: globalThis.PointerEvent) => resize(size + from - moved.clientY)
    handle.addEventListener('pointermove', move)
    handle.addEventListener('pointerup', () => handle.removeEventListener('pointermove', move), { once: true })
  }
  const handle = (
    // A separator that can be moved is a control.
    <div
      role="separator"
      aria-label={label}
      aria-orientation="horizontal"
      aria-valuenow={size}
      aria-valuemin={smallest}
      aria-valuemax={largest}
      tabIndex={0}
      className={styles.handle}
      onKeyDown={handleKey}
      onPointerDown={handlePointer}
      onDoubleClick={onDoubleClick}
    />
  )
  return { size, handle }
}
