import { wireCanvas } from '@heddle/domain/canvas-editing/wire-canvas.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { Board } from '../../../canvas/board/board.tsx'
import { WorkspaceContext } from '../../../canvas/canvas-context.tsx'
import { createCanvasStore } from '../../../canvas/canvas-store.ts'
import { UNCHECKED } from '../../../canvas/checks/checks.ts'
import { runViewOf } from '../../../canvas/run/run-of-stages.ts'
import { NO_RUN } from '../../../canvas/run/run-view.ts'
import { Read } from '../../../components/read.tsx'
import { EmptyState } from '../../../components/states.tsx'
import type { Wire } from '../../../lib/api/wire.ts'
import { useHeddle } from '../../../lib/session/context.tsx'
import { pipelineRun } from '../../../resources/runs.ts'
import { versionRun } from '../api.ts'
import { words } from '../words.ts'
import styles from './run-canvas.module.css'

type Parts = Parameters<typeof wireCanvas>[0]

/** The canvas as it ran, with the rows of each part: that of the draft, or of the version. */
export function RunCanvas({ run }: { readonly run: Wire.ExecutionLog }) {
  const { canvas, saved_query: query, saved_query_version: version } = run
  if (canvas !== null) return <Drawing run={run} parts={canvas} />
  if (query === null || version === null) return <EmptyState title={words.noCanvas}>{words.noCanvasText}</EmptyState>
  return <VersionDrawing run={run} query={query} version={Number(version)} />
}

function VersionDrawing({
  run,
  query,
  version,
}: {
  readonly run: Wire.ExecutionLog
  readonly query: string
  readonly version: number
}) {
  const found = useQuery(versionRun(useHeddle(), query, version))
  return (
    <Read of={found} failure={words.canvasFailure} permission="queries.view_savedquery">
      {(drawn) => <Drawing run={run} parts={drawn} />}
    </Read>
  )
}

function Drawing({ run, parts }: { readonly run: Wire.ExecutionLog; readonly parts: Parts }) {
  const heddle = useHeddle()
  const pipeline = run.pipeline_execution
  const { data } = useQuery({ ...pipelineRun(heddle, pipeline ?? ''), enabled: pipeline !== null })
  const { nodes, edges, post_processors } = parts
  const store = useMemo(
    () => createCanvasStore(wireCanvas({ nodes, edges, post_processors }), { isReadOnly: true }),
    [nodes, edges, post_processors],
  )
  const workspace = useMemo(
    () => ({
      store,
      queryId: run.saved_query ?? undefined,
      connection: run.controller_connection ?? undefined,
      variables: NO_VARIABLES,
      checks: UNCHECKED,
      run: data ? runViewOf(run, data.stages) : NO_RUN,
    }),
    [store, run, data],
  )
  return (
    <WorkspaceContext value={workspace}>
      <div className={styles.canvas}>
        <Board />
      </div>
    </WorkspaceContext>
  )
}

const NO_VARIABLES = {}
