import { useReactFlow, useStore } from '@xyflow/react'
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
    const { clientWidth: width = 0, clientHeight: height = 0 } = board.current ?? {}
    const view = { ...getViewport(), width, height }
    if (added.length === 0 || (before.size > 0 && added.every((box) => isSeen(box, view)))) return
    // The flow knows what was added once it has drawn it.
    const frame = requestAnimationFrame(() => void fitView(FIT))
    return () => cancelAnimationFrame(frame)
  }, [board, boxes, fitView, getViewport])
}

/** Shows the whole canvas again when a panel beside it grows over what was all in sight. */
export function useFitAfterResize(boxes: ReadonlyMap<string, Box>): void {
  const { fitView, getViewport } = useReactFlow()
  const width = useStore((state) => state.width)
  const height = useStore((state) => state.height)
  const shown = useRef({ boxes, width, height })
  useEffect(() => {
    shown.current.boxes = boxes
  }, [boxes])
  useEffect(() => {
    const before = shown.current
    shown.current = { ...before, width, height }
    const all = [...before.boxes.values()]
    const isAllSeen = (size: { readonly width: number; readonly height: number }) =>
      all.every((box) => isSeen(box, { ...getViewport(), ...size }))
    if (before.width > 0 && isAllSeen(before) && !isAllSeen({ width, height })) void fitView(FIT)
  }, [width, height, fitView, getViewport])
}

type View = {
  readonly x: number
  readonly y: number
  readonly zoom: number
  readonly width: number
  readonly height: number
}

const isSeen = (box: Box, { x, y, zoom, width, height }: View): boolean =>
  box.x * zoom + x >= 0 &&
  box.y * zoom + y >= 0 &&
  (box.x + box.width) * zoom + x <= width &&
  (box.y + box.height) * zoom + y <= height
