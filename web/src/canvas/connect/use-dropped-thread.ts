import { HeddleError } from '@heddle/client'
import { classesOfNode } from '@heddle/domain/canvas-editing/node-classes.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { toast } from '../../components/toasts.tsx'
import { useHeddle } from '../../lib/session/context.tsx'
import { useWorkspace } from '../canvas-context.tsx'
import type { Point } from '../layout/boxes.ts'
import { waysBetween } from '../model/class-queries.ts'
import { connectNodes } from './add-class.ts'
import { askFor } from './requests.ts'
import { modelWays, type JoinWay } from './ways.ts'
import { words } from './words.ts'

/** What becomes of a thread that is let go: over a node, where one way is drawn at once, or over empty canvas. */
export function useDroppedThread() {
  const { store } = useWorkspace()
  const heddle = useHeddle()
  const queries = useQueryClient()
  return useCallback(
    (from: string, to: string | undefined, at: Point) => {
      if (to === from) return
      if (to === undefined) {
        askFor(store, { type: 'connect', from, at })
        return
      }
      const classOf = (id: string) =>
        classesOfNode(store.getState().history.present.nodes.find((node) => node.id === id) ?? {})[0] ?? ''
      const draw = (way: JoinWay) => {
        const refusal = connectNodes(store, from, to, way)
        if (refusal !== undefined) toast(refusal)
      }
      queries
        .query(waysBetween(heddle, classOf(from), classOf(to)))
        .then((found) => {
          const [only, ...more] = modelWays(found)
          if (only && more.length === 0) draw(only)
          else askFor(store, { type: 'connect', from, to })
        })
        .catch((error: unknown) => {
          if (error instanceof HeddleError && (error.status === 404 || error.status === 409)) draw({ kind: 'auto' })
          else toast(words.waysFailed, { kind: 'failed' })
        })
    },
    [store, heddle, queries],
  )
}
