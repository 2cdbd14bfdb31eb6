import type { PipelineExecution, PipelineExecutionItem, PipelineStage } from '@heddle/contract/pipelines.ts'
import { timestamp } from '../../../kernel/instants.ts'
import type { Stage } from '../../run-engine/index.ts'
import { hideInError, hideInPaths } from './hide-values.ts'
import type { FoundPipeline, ListedPipeline } from './pipeline-executions.store.ts'

export function presentPipelineItem(row: ListedPipeline): PipelineExecutionItem {
  return {
    id: row.id,
    execution: row.executionId,
    saved_query: row.savedQueryId,
    saved_query_name: row.savedQueryName,
    draft: row.draft,
    user: row.username,
    status: row.status,
    started_at: timestamp(row.startedAt ?? (row.trigger === 'manual' ? row.askedAt : null)),
    finished_at: timestamp(row.finishedAt),
    duration_ms: row.durationMs,
    stage_count: row.stageCount,
    cancel_requested: row.cancelRequestedAt !== null,
  }
}

/** Samples are rows, and requests tell values of rows: both are for users who may read the rows of the run. */
export function presentPipeline(row: FoundPipeline, showsValues: boolean): PipelineExecution {
  return {
    ...presentPipelineItem(row),
    error_message: showsValues || row.errorMessage === null ? row.errorMessage : hideInError(row.errorMessage),
    stages: row.stages.map((stage) => presentStage(stage, showsValues)),
  }
}

function presentStage(stage: Stage, showsValues: boolean): PipelineStage {
  return {
    index: stage.index,
    name: stage.name,
    type: stage.type,
    ...(stage.node_id !== undefined && { node_id: stage.node_id }),
    ...(stage.step_id !== undefined && { step_id: stage.step_id }),
    ...(stage.edge_id !== undefined && { edge_id: stage.edge_id }),
    ...(stage.connection !== undefined && { connection: stage.connection }),
    status: stage.status,
    input_rows: stage.input_rows,
    output_rows: stage.output_rows,
    input_sample: showsValues ? [...stage.input_sample] : [],
    output_sample: showsValues ? [...stage.output_sample] : [],
    ...(stage.samples_cut && { samples_cut: stage.samples_cut }),
    started_at: stage.started_at === null ? null : timestamp(new Date(stage.started_at)),
    duration_ms: stage.duration_ms,
    ...(stage.waited_ms !== undefined && { waited_ms: stage.waited_ms }),
    request: showsValues || stage.request === null ? stage.request : hideInPaths(stage.request),
  }
}
