import { type ReactFlowState, useStore } from '@xyflow/react'
import { type RefObject, useCallback } from 'react'

/** Below this zoom, letters are smaller than five pixels. */
const READABLE_FROM = 0.35

const isFarOut = ({ transform }: ReactFlowState): boolean => transform[2] < READABLE_FROM

/**
 * What a large canvas leaves out so that it moves smoothly: from far away the words, which nobody can read there; while
 * something moves, the search for what is under the hand. Both are attributes for styles, so that no part renders.
 */
export function useDetail(board: RefObject<HTMLDivElement | null>) {
  const isFar = useStore(isFarOut)
  const start = useCallback(() => board.current?.setAttribute('data-moving', ''), [board])
  const stop = useCallback(() => board.current?.removeAttribute('data-moving'), [board])
  return {
    'data-far': isFar ? '' : undefined,
    onMoveStart: start,
    onMoveEnd: stop,
    onNodeDragStart: start,
    onNodeDragStop: stop,
    onSelectionDragStart: start,
    onSelectionDragStop: stop,
  }
}
