import type { PipelineExecution, PipelineExecutionItem, PipelineStage } from '@heddle/contract/executions.ts'
import { timestamp } from '../../../kernel/instants.ts'
import type { Stage } from '../engine/engine-types.ts'
import type { FoundPipeline, ListedPipeline } from './pipeline-executions.store.ts'

export function presentPipelineItem(row: ListedPipeline): PipelineExecutionItem {
  return {
    id: row.id,
    execution: row.executionId,
    saved_query: row.savedQueryId,
    saved_query_name: row.savedQueryName,
    user: row.username,
    status: row.status,
    started_at: timestamp(row.startedAt ?? (row.trigger === 'manual' ? row.askedAt : null)),
    finished_at: timestamp(row.finishedAt),
    duration_ms: row.durationMs,
    stage_count: row.stageCount,
    cancel_requested: row.cancelRequestedAt !== null,
  }
}

/** Samples are rows: they are shown only to users who may read the rows of the run. */
export function presentPipeline(row: FoundPipeline, showsSamples: boolean): PipelineExecution {
  return {
    ...presentPipelineItem(row),
    error_message: row.errorMessage,
    stages: row.stages.map((stage) => presentStage(stage, showsSamples)),
  }
}

function presentStage(stage: Stage, showsSamples: boolean): PipelineStage {
  return {
    index: stage.index,
    name: stage.name,
    type: stage.type,
    ...(stage.node_id !== undefined && { node_id: stage.node_id }),
    ...(stage.step_id !== undefined && { step_id: stage.step_id }),
    status: stage.status,
    input_rows: stage.input_rows,
    output_rows: stage.output_rows,
    input_sample: showsSamples ? [...stage.input_sample] : [],
    output_sample: showsSamples ? [...stage.output_sample] : [],
    started_at: stage.started_at === null ? null : timestamp(new Date(stage.started_at)),
    duration_ms: stage.duration_ms,
    request: stage.request,
  }
}
