import { type KeyboardEvent, type PointerEvent, useState } from 'react'
import styles from './split.module.css'

type Props = {
  readonly label: string
  /** Remembered by this browser under this name. */
  readonly name: string
  /** Where the panel lies, as seen from the handle. */
  readonly side?: Side
  /** The size of the panel, in pixels, before anybody moves the handle. */
  readonly initial: number
  readonly smallest: number
  readonly largest: number
  readonly onDoubleClick?: () => void
}

type Side = 'below' | 'left' | 'right'

const STEP = 24
/** Which key makes the panel larger, and which smaller. */
const KEYS: Readonly<Record<Side, readonly [string, string]>> = {
  below: ['ArrowUp', 'ArrowDown'],
  left: ['ArrowRight', 'ArrowLeft'],
  right: ['ArrowLeft', 'ArrowRight'],
}

/** The size of the panel beside a handle, and the handle: dragged, or moved with the arrows. */
export function useSplit({ label, name, side = 'below', initial, smallest, largest, onDoubleClick }: Props) {
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
    const direction = KEYS[side].indexOf(event.key)
    if (direction < 0) return
    event.preventDefault()
    resize(size + (direction === 0 ? STEP : -STEP))
  }
  const handlePointer = (event: PointerEvent<HTMLDivElement>) => {
    const from = placeOf(side, event)
    const handle = event.currentTarget
    handle.setPointerCapture(event.pointerId)
    const move = (moved: globalThis.PointerEvent) => resize(size + from - placeOf(side, moved))
    handle.addEventListener('pointermove', move)
    handle.addEventListener('pointerup', () => handle.removeEventListener('pointermove', move), { once: true })
  }
  const handle = (
    // A separator that can be moved is a control.
    <div
      role="separator"
      aria-label={label}
      aria-orientation={side === 'below' ? 'horizontal' : 'vertical'}
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

/** Along the way on which the panel grows, counted backwards. */
function placeOf(side: Side, { clientX, clientY }: { readonly clientX: number; readonly clientY: number }): number {
  if (side === 'below') return clientY
  return side === 'left' ? -clientX : clientX
}
