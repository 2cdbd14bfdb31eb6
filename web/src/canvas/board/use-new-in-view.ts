import { useReactFlow } from '@xyflow/react'
import { type RefObject, useEffect, useRef } from 'react'
import type { Box } from '../layout/boxes.ts'
import { FIT } from './board-tools.tsx'

/** Shows the whole canvas when something is added out of sight, wherever it was added from. */
export function useNewInView(board: RefObject<HTMLDivElement | null>, boxes: ReadonlyMap<string, Box>): void {
  const { fitView, getViewport } = useReactFlow()
  const known = useRef(boxes)
  useEffect(() => {
    const before = known.current
    known.current = boxes
    const added = [...boxes].filter(([id]) => !before.has(id)).map(([, box]) => box)
    const { clientWidth = 0, clientHeight = 0 } = board.current ?? {}
    const { x, y, zoom } = getViewport()
    const isSeen = (box: Box) =>
      box.x * zoom + x >= 0 &&
      box.y * zoom + y >= 0 &&
      (box.x + box.width) * zoom + x <= clientWidth &&
      (box.y + box.height) * zoom + y <= clientHeight
    if (added.length === 0 || (before.size > 0 && added.every(isSeen))) return
    // The flow knows what was added once it has drawn it.
    const frame = requestAnimationFrame(() => void fitView(FIT))
    return () => cancelAnimationFrame(frame)
  }, [board, boxes, fitView, getViewport])
}
