import type { WireCanvas } from '@heddle/domain/canvas-editing/wire-canvas.ts'
import { type FocusEvent, type KeyboardEvent, type RefObject, useMemo } from 'react'
import { focusPart, type FocusedPart, partAt } from './focus.ts'
import { tabOrder } from './use-drawn.ts'

/**
 * The flow draws all threads before all nodes, and Tab follows what is drawn. Here it goes from a node to the threads
 * that lead from it, and then to the next node.
 */
export function useTabOrder(board: RefObject<HTMLDivElement | null>, canvas: WireCanvas) {
  return useMemo(() => {
    const order = tabOrder(canvas)
    return {
      onTab: (event: KeyboardEvent): boolean => {
        const part = partAt(event.target)
        const place = part ? order.indexOf(`${part.kind} ${part.id}`) : -1
        if (place < 0) return false
        const next = order[place + (event.shiftKey ? -1 : 1)]
        if (next !== undefined) {
          event.preventDefault()
          return focusPart(board.current, parsed(next))
        }
        // From the outermost part the browser finds what comes after the canvas, or before it.
        const drawn = drawnParts(board.current)
        drawn.at(event.shiftKey ? 0 : -1)?.focus()
        return true
      },
      /** Coming from outside, Tab arrives at what is drawn first. */
      onEnter: (event: FocusEvent): boolean => {
        const part = partAt(event.target)
        const isFromOutside =
          event.relatedTarget instanceof Node && board.current?.contains(event.relatedTarget) === false
        if (!part || !isFromOutside || !(event.target instanceof Element && event.target.matches(':focus-visible')))
          return false
        const drawn = drawnParts(board.current)
        const end = event.target === drawn[0] ? order[0] : event.target === drawn.at(-1) ? order.at(-1) : undefined
        if (end !== undefined && end !== `${part.kind} ${part.id}`) focusPart(board.current, parsed(end))
        return true
      },
    }
  }, [board, canvas])
}

const drawnParts = (board: HTMLElement | null): readonly HTMLElement[] => [
  ...(board?.querySelectorAll<HTMLElement>('.react-flow__edge[tabindex], .react-flow__node[tabindex]') ?? []),
]

function parsed(text: string): FocusedPart {
  const [kind, ...id] = text.split(' ')
  return { kind: kind === 'edge' ? 'edge' : 'node', id: id.join(' ') }
}
