import { nodeTitle } from '@heddle/domain/canvas-editing/part-names.ts'
import type { WireCanvas } from '@heddle/domain/canvas-editing/wire-canvas.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useCanvas, useDrawing } from '../../../canvas/canvas-context.tsx'
import { threadName } from '../../../canvas/board/part-names.ts'
import { partUpTo } from '../../../canvas/run/part-up-to.ts'
import { Button } from '../../../components/button.tsx'
import { columnsOf } from '../../../components/sample-columns.ts'
import { SampleTable } from '../../../components/sample-table.tsx'
import type { Wire } from '../../../lib/api/wire.ts'
import { useHeddle } from '../../../lib/session/context.tsx'
import { pipelineRun } from '../../../resources/runs.ts'
import type { Ran } from './use-run.ts'
import { words } from './words.ts'
import styles from './workspace-screen.module.css'

/** The first rows of the class or thread that somebody selected after a run. */
export type PartRows = {
  readonly title: string
  readonly stage: Wire.PipelineStage
  /** What leads to the class, if that is not the whole canvas. */
  readonly upTo: WireCanvas | undefined
  readonly hide: () => void
}

/**
 * What was selected when the run ended was selected for another reason, so the result stays until something else is.
 */
export function usePartRows(ran: Ran | undefined): PartRows | undefined {
  const heddle = useHeddle()
  const canvas = useDrawing()
  const part = useCanvas(({ selection: { nodes, edges } }) =>
    nodes.length + edges.length === 1 ? (nodes[0] ?? edges[0]) : undefined,
  )
  const [hidden, setHidden] = useState({ ran, part })
  if (hidden.ran !== ran) setHidden({ ran, part })
  else if (part === undefined && hidden.part !== undefined) setHidden({ ran, part })
  const isWanted = ran !== undefined && part !== undefined && part !== hidden.part && hidden.ran === ran
  const pipeline = ran?.log.pipeline_execution ?? null
  const { data } = useQuery({
    ...pipelineRun(heddle, pipeline ?? ''),
    enabled: isWanted && pipeline !== null,
  })
  const stage = isWanted ? stageOf(data?.stages ?? [], part) : undefined
  if (!stage || part === undefined) return undefined
  const node = canvas.nodes.find(({ id }) => id === part)
  const edge = canvas.edges.find(({ id }) => id === part)
  if (!node && !edge) return undefined
  return {
    title: node ? nodeTitle(node) : threadName(edge!, canvas),
    stage,
    upTo: node && canvas.nodes.length > 1 ? partUpTo(canvas, node.id) : undefined,
    hide: () => setHidden({ ran, part }),
  }
}

/** A thread can take several joins: what the last one gave. */
const stageOf = (stages: readonly Wire.PipelineStage[], part: string): Wire.PipelineStage | undefined =>
  stages.findLast(
    ({ type, node_id, edge_id, output_sample }) =>
      output_sample.length > 0 && ((type === 'fetch' && node_id === part) || (type === 'join' && edge_id === part)),
  )

type Props = PartRows & { readonly onRun: (part: WireCanvas) => void }

export function RowsOfPart({ title, stage, upTo, hide, onRun }: Props) {
  const rows = stage.output_sample
  return (
    <>
      <div role="status" className={styles.which}>
        <span>
          <strong>{title}</strong>: {words.partRows[stage.type](rows.length, stage.output_rows ?? rows.length)}
        </span>
        <Button look="link" onClick={hide}>
          {words.partRows.back}
        </Button>
        {upTo && (
          <Button look="link" onClick={() => onRun(upTo)}>
            {words.runTo(title)}
          </Button>
        )}
      </div>
      <SampleTable label={words.partRows.label(title)} columns={columnsOf(rows)} rows={rows} />
    </>
  )
}
