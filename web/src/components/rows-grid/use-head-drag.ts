import { type PointerEvent, useRef, useState } from 'react'
import { columnUnder } from './cell-under.ts'
import { columnAt, type GridLayout } from './grid-layout.ts'
import { fitWidth } from './view-state.ts'

type Drag = { readonly kind: 'resize' | 'move'; readonly column: string; readonly from: number; readonly width: number }

type Given = {
  readonly layout: GridLayout
  readonly scrollLeft: number
  readonly onResize: (column: string, width: number) => void
  readonly onMove: (column: string, to: number) => void
}

/** From here on it is a drag and no longer a click. */
const SLACK = 5

export type HeadDrag = {
  /** The width that a column would get. */
  readonly live: { readonly column: string; readonly width: number } | undefined
  /** Before which column the dragged one would land. */
  readonly drop: number | undefined
  /** Whether the click that just came ended a drag. */
  readonly wasDrag: () => boolean
  readonly handlers: Readonly<Record<'onPointerDown' | 'onPointerMove' | 'onPointerUp', (event: PointerEvent) => void>>
}

/** Columns by mouse: the edge of a name resizes, the name itself moves. */
export function useHeadDrag({ layout, scrollLeft, onResize, onMove }: Given): HeadDrag {
  const drag = useRef<Drag>(undefined)
  const hasDragged = useRef(false)
  const [live, setLive] = useState<{ readonly column: string; readonly width: number }>()
  const [drop, setDrop] = useState<number>()

  const indexOf = (event: PointerEvent): number => {
    const x = event.clientX - event.currentTarget.getBoundingClientRect().left
    // What is pinned lies over what scrolls.
    const seen = x - scrollLeft
    return columnAt(layout, seen >= 0 && seen < layout.pinnedWidth ? seen : x)
  }

  function handlePointerDown(event: PointerEvent) {
    const part = (event.target as Element).closest<HTMLElement>('[data-part]')?.dataset.part
    const index = columnUnder(event)
    if (event.button !== 0 || index === undefined || part === 'menu') return
    hasDragged.current = false
    drag.current = {
      kind: part === 'resize' ? 'resize' : 'move',
      column: layout.columns[index]!,
      from: event.clientX,
      width: layout.widths[index]!,
    }
  }

  function handlePointerMove(event: PointerEvent) {
    const current = drag.current
    if (!current || (!hasDragged.current && Math.abs(event.clientX - current.from) < SLACK)) return
    // Only a drag is captured: the click of a captured pointer would be the row's, not the cell's.
    if (!hasDragged.current) event.currentTarget.setPointerCapture(event.pointerId)
    hasDragged.current = true
    if (current.kind === 'resize')
      setLive({ column: current.column, width: fitWidth(current.width + event.clientX - current.from) })
    else setDrop(indexOf(event))
  }

  function handlePointerUp(event: PointerEvent) {
    const current = drag.current
    drag.current = undefined
    setLive(undefined)
    setDrop(undefined)
    if (!current || !hasDragged.current) return
    if (current.kind === 'resize') onResize(current.column, fitWidth(current.width + event.clientX - current.from))
    else onMove(current.column, indexOf(event))
  }

  return {
    live,
    drop,
    wasDrag: () => hasDragged.current,
    handlers: { onPointerDown: handlePointerDown, onPointerMove: handlePointerMove, onPointerUp: handlePointerUp },
  }
}
