import { useQuery } from '@tanstack/react-query'
import type { Wire } from '../../../lib/api/wire.ts'
import { formatNumber } from '../../../lib/i18n/plural.ts'
import { useHeddle } from '../../../lib/session/context.tsx'
import { formatDuration } from '../../../lib/time/format-time.ts'
import { pipelineRun } from '../../../resources/runs.ts'
import { words } from '../words.ts'
import styles from './stage-list.module.css'

/** What a run did, one after the other, with the rows before and after. */
export function StageList({ id }: { readonly id: string }) {
  const { data } = useQuery(pipelineRun(useHeddle(), id))
  if (!data || data.stages.length === 0) return null
  return (
    <ol aria-label={words.stages} className={styles.stages}>
      {data.stages.map((stage) => (
        <li key={stage.index} className={`${styles.stage} ${styles[stage.status]}`} title={stage.request ?? undefined}>
          <span className={styles.name}>{stage.name}</span>
          <span className={styles.rows}>{rowsOf(stage)}</span>
          {stage.waited_ms !== undefined && (
            <span className={styles.time}>{words.waitedAtController(formatDuration(stage.waited_ms))}</span>
          )}
          {stage.duration_ms !== null && <span className={styles.time}>{formatDuration(stage.duration_ms)}</span>}
        </li>
      ))}
    </ol>
  )
}

function rowsOf({ type, status, input_rows, output_rows }: Wire.PipelineStage): string {
  if (output_rows === null) return status
  return type === 'fetch' || input_rows === null
    ? formatNumber(output_rows)
    : `${formatNumber(input_rows)} → ${formatNumber(output_rows)}`
}
