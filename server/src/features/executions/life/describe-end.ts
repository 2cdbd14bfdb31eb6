import type { Static } from 'typebox'
import type { MeasureOrder, Measurement } from '@heddle/domain/query-metric/measure-rows.ts'
import { storable } from '../../../platform/text/storable.ts'
import type { AuditRecord } from '../../audit/index.ts'
import { presentConnections } from '../../planning/index.ts'
import { type Ending, isCancelled } from '../ending.ts'
import type { runEnded, runTold } from '../executions.events.ts'
import type { LoggedRun } from './runs.store.ts'

/** With what it is a measurement of. */
export type RunMeasurement = Measurement & { readonly of: MeasureOrder }

/** What has happened, for those who wait for the end of a run. */
export const endedEvent = (
  run: LoggedRun,
  ending: Ending,
  measurement: RunMeasurement | null,
  set_aside: boolean,
): Static<typeof runEnded.schema> => ({
  execution_id: run.id,
  saved_query: run.savedQueryId,
  controller_connection: run.controllerConnectionId,
  trigger: run.trigger,
  status: ending.status,
  cancelled: isCancelled(ending),
  row_count: ending.rowCount,
  error_message: ending.errorMessage,
  duration_ms: ending.durationMs,
  expectation: storable(ending.expectation),
  measurement: storable(measurement && eventOf(measurement)),
  set_aside,
})

export const toldEvent = (ended: Static<typeof runEnded.schema>): Static<typeof runTold.schema> => ({
  execution_id: ended.execution_id,
  saved_query: ended.saved_query,
  controller_connection: ended.controller_connection,
  trigger: ended.trigger,
  status: ended.status,
  cancelled: ended.cancelled,
  row_count: ended.row_count,
  duration_ms: ended.duration_ms,
  expectation: ended.expectation?.status ?? null,
})

const eventOf = ({ of, series, dropped }: RunMeasurement) => ({
  of: { ...of, labels: [...of.labels] },
  series: series.map(([labels, value]): [string, number] => [labels, value]),
  dropped,
})

export function auditEntry(
  run: LoggedRun,
  ending: Ending,
  subject = run.draft ? 'A draft' : 'A saved query',
): AuditRecord {
  const { savedQueryId, trigger, userId, username } = run
  return {
    action: 'query_run',
    description: `${subject} was run: ${ending.status}`,
    target: { type: 'execution_log', id: run.id },
    metadata: {
      saved_query: savedQueryId,
      draft: run.draft,
      ...presentConnections(run),
      trigger,
      status: ending.status,
      row_count: ending.rowCount,
    },
    content: { generated_query: run.generatedQuery, variables: run.variables, error_message: ending.errorMessage },
    actor: { userId, username },
  }
}
