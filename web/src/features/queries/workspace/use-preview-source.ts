import type { WireCanvas } from '@heddle/domain/canvas-editing/wire-canvas.ts'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useStore } from 'zustand'
import type { CanvasStore } from '../../../canvas/canvas-store.ts'
import { drawingKey, type PreviewSource } from '../../../canvas/steps/preview-context.tsx'
import type { Heddle } from '../../../lib/api/heddle.ts'
import type { Wire } from '../../../lib/api/wire.ts'
import { useHeddle } from '../../../lib/session/context.tsx'
import { endOf, hasSteps, type Ran, startRun } from './use-run.ts'

/**
 * Rows without the steps, for their previews: those of the run itself if it had none, or those that it kept for its
 * steps. Once these are gone, an hour later, they are read again, but only when somebody opens a step or changes one.
 * While its classes, values and fabric stay the same, the controller is not asked again.
 */
export function usePreviewSource(store: CanvasStore, ran: Ran | undefined): PreviewSource | undefined {
  const heddle = useHeddle()
  const [source, setSource] = useState<PreviewSource>()
  const read = useRef<string>(undefined)
  const isStepOpen = useStore(store, ({ selection }) => selection.step !== undefined)
  const steps = useStore(store, ({ history }) => history.present.post_processors)
  const isWanted = useMemo(() => isStepOpen || hasChanged(steps, ran), [isStepOpen, steps, ran])
  useEffect(() => {
    if (!ran) return
    const asked = ran.log.rows_before_steps ? ran.log.id : askedBy(ran)
    const isPlain = !hasSteps(ran.given.canvas)
    if (!isPlain && (!isWanted || read.current === asked)) return
    const controller = new AbortController()
    read.current = asked
    sourceFor(heddle, ran, isPlain, controller.signal)
      .then((found) => {
        if (!controller.signal.aborted && found) setSource(found)
      })
      .catch(() => {
        // The rows of the run are there all the same, and the next step that is opened asks again.
        if (read.current === asked) read.current = undefined
      })
    // Closing the step keeps the rows that are on their way.
    return () => {
      if (read.current !== asked) controller.abort()
    }
  }, [heddle, ran, isWanted])
  return source
}

const hasChanged = (steps: WireCanvas['post_processors'], ran: Ran | undefined): boolean =>
  ran !== undefined && JSON.stringify(steps) !== JSON.stringify(ran.given.canvas.post_processors)

const askedBy = ({ given: { canvas, connection, variables } }: Ran): string =>
  JSON.stringify([drawingKey(canvas), connection, variables])

async function sourceFor(
  heddle: Heddle,
  ran: Ran,
  isPlain: boolean,
  signal: AbortSignal,
): Promise<PreviewSource | undefined> {
  const { rows_before_steps: kept } = ran.log
  if (isPlain) return sourceOf(ran.log, ran)
  if (kept) return { ...sourceOf(ran.log, ran), columns: kept.columns, isBeforeSteps: true }
  const found = await rowsWithoutSteps(heddle, ran, signal)
  return found.status === 'success' ? sourceOf(found, ran) : undefined
}

async function rowsWithoutSteps(heddle: Heddle, { given }: Ran, signal: AbortSignal): Promise<Wire.ExecutionLog> {
  const { execution_id } = await startRun(heddle, given, true)
  return endOf(heddle, execution_id, () => undefined, signal)
}

const sourceOf = ({ id, columns, executed_at }: Wire.ExecutionLog, { given }: Ran): PreviewSource => ({
  executionId: id,
  columns,
  takenAt: executed_at,
  drawing: drawingKey(given.canvas),
})
