import { useQuery } from '@tanstack/react-query'
import { LoadingState } from '../../components/states.tsx'
import { SampleTable } from '../../components/sample-table.tsx'
import type { Wire } from '../../lib/api/wire.ts'
import { useHeddle } from '../../lib/session/context.tsx'
import { RUNS_KEY } from '../../resources/runs.ts'
import styles from './steps.module.css'
import { words } from './words.ts'

type Props = {
  /** Of the execution log. */
  readonly runId: string
  readonly stepId: string
  readonly number: number
}

/** The first rows that a step had in the last run, where only a run can have them. */
export function RunSample({ runId, stepId, number }: Props) {
  const { queries } = useHeddle()
  const { data, error } = useQuery({
    queryKey: [...RUNS_KEY, 'detail', runId, 'stages'],
    queryFn: async ({ signal }) => {
      const { pipeline_execution: pipeline } = await queries.executionLogs.get(runId, { signal })
      return pipeline === null ? [] : (await queries.pipelineExecutions.get(pipeline, { signal })).stages
    },
  })
  if (error) return <p className={`${styles.note} ${styles.bad}`}>{words.runSampleFailed(error.message)}</p>
  if (!data) return <LoadingState lines={4} />
  const stage = data.find(({ type, step_id }) => type === 'post_processor' && step_id === stepId)
  const rows = stage?.output_sample ?? []
  if (rows.length === 0) return <p className={styles.note}>{noRowsOf(stage)}</p>
  return (
    <div className={styles.rows}>
      <SampleTable label={words.sample(number)} columns={Object.keys(rows[0] ?? {})} rows={rows} />
      <p className={styles.note}>{words.runSample(rows.length, stage?.output_rows ?? rows.length)}</p>
    </div>
  )
}

function noRowsOf(stage: Wire.PipelineStage | undefined): string {
  if (!stage) return words.notInRun
  return stage.samples_cut ? words.rowsTooLarge : words.noRows
}
