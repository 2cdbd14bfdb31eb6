import { useEffect, useState } from 'react'
import { drawingKey, type PreviewSource } from '../../../canvas/steps/preview-context.tsx'
import type { Heddle } from '../../../lib/api/heddle.ts'
import type { Wire } from '../../../lib/api/wire.ts'
import { useHeddle } from '../../../lib/session/context.tsx'
import { endOf, type Ran, startRun } from './use-run.ts'

/** Rows without the steps, for their previews: those of the run itself if it had none, else of a second run. */
export function usePreviewSource(ran: Ran | undefined): PreviewSource | undefined {
  const heddle = useHeddle()
  const [source, setSource] = useState<PreviewSource>()
  useEffect(() => {
    if (!ran) return
    const controller = new AbortController()
    rowsWithoutSteps(heddle, ran, controller.signal)
      .then((log) => {
        if (!controller.signal.aborted && log.status === 'success') setSource(sourceOf(log, ran))
      })
      // The rows of the run are there all the same.
      .catch(() => undefined)
    return () => controller.abort()
  }, [heddle, ran])
  return source
}

async function rowsWithoutSteps(heddle: Heddle, { log, given }: Ran, signal: AbortSignal): Promise<Wire.ExecutionLog> {
  if (given.canvas.post_processors.every(({ enabled }) => enabled === false)) return log
  const { execution_id } = await startRun(heddle, given, true)
  return endOf(heddle, execution_id, () => undefined, signal)
}

const sourceOf = ({ id, columns, executed_at }: Wire.ExecutionLog, { given }: Ran): PreviewSource => ({
  executionId: id,
  columns,
  takenAt: executed_at,
  drawing: drawingKey(given.canvas),
})
