import { useEffect, useState } from 'react'
import type { Judged, ToJudge } from '../../../canvas/rules/judge-expectation.ts'
import { useRules } from '../../../canvas/rules/use-rules.ts'
import { columnsOf } from '../../../components/sample-columns.ts'
import { SampleTable } from '../../../components/sample-table.tsx'
import type { Wire } from '../../../lib/api/wire.ts'
import { useProfile, useSession } from '../../../lib/session/context.tsx'
import { formatTime } from '../../../lib/time/format-time.ts'
import { useLater } from '../../../lib/time/use-later.ts'
import styles from './declared.module.css'
import { words } from './words.ts'

const text = words.expectation.preview
const PAUSE_MS = 250

/** What is wrong with an expectation, and what it would have said of the last rows. It is asked while one types. */
export function useJudged(asked: ToJudge, log: Wire.ExecutionLog | undefined): Judged | undefined {
  const session = useSession()
  const rules = useRules()
  const key = useLater(JSON.stringify(asked), PAUSE_MS)
  const [judged, setJudged] = useState<Judged>()
  useEffect(() => {
    let isWanted = true
    const rows = log && {
      url: `/api/queries/execution-logs/${log.id}/results/?format=ndjson`,
      access: session.credentials.access() ?? '',
      columns: log.columns,
      takenAt: log.executed_at,
    }
    void rules.judge(JSON.parse(key) as ToJudge, rows).then((found) => {
      if (isWanted && found) setJudged(found)
    })
    return () => {
      isWanted = false
    }
  }, [rules, session, log, key])
  return judged
}

type Props = {
  readonly judged: Judged | undefined
  readonly isNothing: boolean
  readonly log: Wire.ExecutionLog | undefined
}

export function ExpectationPreview({ judged, isNothing, log }: Props) {
  const rows = judged?.result?.rows ?? []
  return (
    <section aria-label={text.title} className={styles.preview}>
      <h3>{text.title}</h3>
      <div role="status">
        <Verdict {...{ judged, isNothing, log }} />
      </div>
      {rows.length > 0 && !isNothing && (
        <div className={styles.sample}>
          <SampleTable label={text.rows} columns={columnsOf(rows)} rows={rows} />
        </div>
      )}
    </section>
  )
}

function Verdict({ judged, isNothing, log }: Props) {
  const { preferences } = useProfile()
  if (!log) return <p className={styles.quiet}>{text.none}</p>
  if (isNothing) return <p className={styles.quiet}>{text.nothing}</p>
  if (!judged) return <p className={styles.quiet}>{text.judging}</p>
  const { result } = judged
  if (!result) return <p className={styles.quiet}>{text.wrong}</p>
  const at = formatTime(log.executed_at, preferences)
  const passed = log.row_count === 0 ? text.passedEmpty(at) : text.passed(log.row_count, at)
  return (
    <>
      <p>{result.status === 'passed' ? passed : text.failed(result.findings, at)}</p>
      {result.reason !== null && <p className={styles.facts}>{result.reason}</p>}
      {result.warnings.map((warning) => (
        <p key={warning} className={styles.facts}>
          {warning}
        </p>
      ))}
    </>
  )
}
