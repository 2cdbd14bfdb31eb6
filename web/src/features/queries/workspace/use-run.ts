import type { WireCanvas } from '@heddle/domain/canvas-editing/wire-canvas.ts'
import { HeddleError } from '@heddle/client'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { CanvasStore } from '../../../canvas/canvas-store.ts'
import { afterFrame, startedRun } from '../../../canvas/run/run-frames.ts'
import { runViewOf } from '../../../canvas/run/run-of-stages.ts'
import { isUnderWay, NO_RUN, type RunView } from '../../../canvas/run/run-view.ts'
import { toastFailure } from '../../../components/toasts.tsx'
import type { Heddle } from '../../../lib/api/heddle.ts'
import { draftOf } from '../../../canvas/draft-of.ts'
import type { Wire } from '../../../lib/api/wire.ts'
import { useHeddle } from '../../../lib/session/context.tsx'
import { RUNS_KEY } from '../../../resources/runs.ts'
import { words } from './words.ts'

export type ToRun = {
  readonly canvas: WireCanvas
  /** The saved query, when the canvas is just what was saved. */
  readonly queryId: string | undefined
  readonly isEdited: boolean
  readonly connection: string
  /** All the fabrics that are asked, where there are several; their rows come as one result. */
  readonly connections?: readonly string[] | undefined
  readonly variables: Readonly<Record<string, string>>
}

/** What a run has given: its log, once it ended. */
export type Ran = {
  readonly log: Wire.ExecutionLog
  readonly given: ToRun
}

type Frame = { readonly type: string; readonly data?: unknown }

/** How long to wait before asking for a run whose channel is silent. */
const FIRST_WAIT_MS = 2_000
const LONGEST_WAIT_MS = 10_000

/** Runs canvases in the background and follows them, one at a time. */
export function useRun(store: CanvasStore) {
  const heddle = useHeddle()
  const cache = useQueryClient()
  const [ran, setRan] = useState<Ran>()
  const [refused, setRefused] = useState<{ readonly error: Error; readonly given: ToRun }>()
  const following = useRef<AbortController>(undefined)
  useEffect(() => () => following.current?.abort(), [])

  const start = useCallback(
    async (given: ToRun, onStarted: (id: string) => void): Promise<void> => {
      following.current?.abort()
      const controller = new AbortController()
      following.current = controller
      // Once its page was left, nothing of the run is shown here; it goes on.
      const isHere = (): boolean => !controller.signal.aborted
      const show = (run: RunView) => {
        if (isHere()) store.setState({ run })
      }
      show({ ...NO_RUN, state: 'starting' })
      setRefused(undefined)
      const started = await startRun(heddle, given).catch((error: unknown) => {
        if (isHere()) setRefused({ error: error as Error, given })
        show(NO_RUN)
      })
      if (!started) return
      if (!isHere()) {
        void cache.invalidateQueries({ queryKey: RUNS_KEY })
        return
      }
      const id = started.execution_id
      try {
        onStarted(id)
        const nodes = given.canvas.nodes.map((node) => node.id)
        show(startedRun(id, nodes, new Date().toISOString()))
        const hear = (frame: Frame) => show(afterFrame(store.getState().run, frame))
        const log = await endOf(heddle, id, hear, controller.signal)
        show(runViewOf(log, await stagesOf(heddle, log)))
        if (log.status === 'success' && isHere()) setRan({ log, given })
        void cache.invalidateQueries({ queryKey: RUNS_KEY })
      } catch (error) {
        show({ ...NO_RUN, state: 'failure', failure: (error as Error).message })
      }
    },
    [heddle, cache, store],
  )

  const cancel = useCallback(
    async function cancelRun(): Promise<void> {
      const { id, state } = store.getState().run
      if (id === undefined || !isUnderWay(state)) return
      try {
        const { pipeline_execution } = await heddle.queries.executionLogs.get(id)
        if (pipeline_execution !== null) await heddle.queries.pipelineExecutions.cancel(pipeline_execution)
      } catch (error) {
        // It had ended by then.
        if (!(error instanceof HeddleError && error.status === 409))
          toastFailure(words.notCancelled, error as Error, { onRetry: () => void cancelRun() })
      }
    },
    [heddle, store],
  )

  return { ran, setRan, refused, start, cancel }
}

export async function stagesOf(
  heddle: Heddle,
  { pipeline_execution: id }: Wire.ExecutionLog,
): Promise<readonly Wire.PipelineStage[]> {
  return id === null ? [] : (await heddle.queries.pipelineExecutions.get(id)).stages
}

/** What is saved runs as it is saved; anything else as a draft. */
export function startRun(
  heddle: Heddle,
  { canvas, queryId, isEdited, connection, connections = [], variables }: ToRun,
  skipSteps = false,
) {
  const steps = skipSteps ? { skip_post_processors: true } : { keep_rows_before_steps: hasSteps(canvas) }
  const body = { ...where(connection, connections), variables, ...steps }
  const draft = draftOf(canvas)
  if (queryId === undefined) return heddle.queries.executeBackground({ ...body, draft })
  // Rows without the steps are not what the saved query gives.
  return heddle.queries.savedQueries.executeBackground(queryId, isEdited || skipSteps ? { ...body, draft } : body)
}

const where = (connection: string, connections: readonly string[]) =>
  connections.length > 1
    ? { controller_connections: [...connections], merge: true }
    : { controller_connection: connections[0] ?? connection }

/** What can be asked about the rows of a run: as it ran, whatever was drawn since. */
export const questionOf = ({ canvas, queryId, isEdited, connection, connections = [], variables }: ToRun) => ({
  queryId,
  asked: {
    ...where(connection, connections),
    variables,
    ...((isEdited || queryId === undefined) && { draft: draftOf(canvas) }),
  },
})

export const hasSteps = ({ post_processors: steps }: WireCanvas): boolean =>
  steps.some(({ enabled }) => enabled !== false)

/** Follows a run to its end: by its channel, and by asking while that is silent. The first to see the end wins. */
export async function endOf(
  heddle: Heddle,
  id: string,
  onFrame: (frame: Frame) => void,
  signal: AbortSignal,
): Promise<Wire.ExecutionLog> {
  const stop = new AbortController()
  const options = { signal: AbortSignal.any([signal, stop.signal]) }
  let heardAt = Date.now()
  const follow = async (): Promise<Wire.ExecutionLog> => {
    for await (const frame of heddle.follow.run(id, options)) {
      heardAt = Date.now()
      onFrame(frame)
    }
    const log = await heddle.queries.executionLogs.get(id, options)
    if (log.status === 'running') throw new Error('The channel ended before the run.')
    return log
  }
  const ask = async (): Promise<Wire.ExecutionLog> => {
    for (let wait = FIRST_WAIT_MS; ; wait = Math.min(wait * 1.5, LONGEST_WAIT_MS)) {
      await new Promise((resolve) => setTimeout(resolve, wait))
      options.signal.throwIfAborted()
      if (Date.now() - heardAt < FIRST_WAIT_MS) continue
      const log = await heddle.queries.executionLogs.get(id, options).catch(unlessAway)
      if (log && log.status !== 'running') return log
    }
  }
  try {
    return await Promise.any([follow(), ask()])
  } catch (error) {
    throw error instanceof AggregateError ? error.errors.at(-1) : error
  } finally {
    stop.abort()
  }
}

/** A server that is away comes back; a refusal stays one. */
function unlessAway(error: unknown): undefined {
  if (error instanceof HeddleError && (error.status === 0 || error.status >= 500)) return undefined
  throw error
}
