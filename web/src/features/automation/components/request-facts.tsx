import { Link } from '@tanstack/react-router'
import { Fact } from '../../../components/fact.tsx'
import { TimeText } from '../../../components/time-text.tsx'
import type { Wire } from '../../../lib/api/wire.ts'
import { formatDuration } from '../../../lib/time/format-time.ts'
import { words } from '../words.ts'
import styles from './request.module.css'

/** What was asked for, by whom, and how far it is. */
export function RequestFacts({ request }: { readonly request: Wire.AutomationRequestDetail }) {
  const { started_at: started, finished_at: finished, relaunch_of: earlier, source } = request
  return (
    <dl className={styles.facts}>
      <Fact name={words.rowsTitle} value={words.rows(request.row_count)} />
      <Fact name={words.jobsTitle} value={words.jobsDone(request.executions_complete, request.execution_count)} />
      <Fact name={words.user} value={request.user} />
      <Fact name={words.when} value={<TimeText at={request.created_at} isAbsolute />} />
      {started !== null && <Fact name={words.started} value={<TimeText at={started} isAbsolute />} />}
      {finished !== null && <Fact name={words.finished} value={<TimeText at={finished} isAbsolute />} />}
      {started !== null && finished !== null && (
        <Fact name={words.duration} value={formatDuration(Date.parse(finished) - Date.parse(started))} />
      )}
      {request.scm_commit_sha !== null && <Fact name={words.revision} value={<code>{request.scm_commit_sha}</code>} />}
      {source && <Fact name={words.source} value={<SourceLink source={source} />} />}
      {earlier !== null && (
        <Fact
          name={words.relaunchOf}
          value={
            <Link to="/automation/requests/$id" params={{ id: earlier }}>
              {words.earlierRequest}
            </Link>
          }
        />
      )}
      {request.comment !== '' && <Fact name={words.comment} value={<span dir="auto">{request.comment}</span>} />}
    </dl>
  )
}

type Source = NonNullable<Wire.AutomationRequest['source']>

function SourceLink({ source }: { readonly source: Source }) {
  return (
    <>
      <Link to={addressOf(source)}>{words.sources[source.type]}</Link>{' '}
      <span className={styles.minor}>{words.sourceRows(source.row_count)}</span>
    </>
  )
}

function addressOf({ execution, saved_query, snapshot, snapshot_a, snapshot_b, type }: Source): string {
  if (type === 'compare') return `/history/compare/?snapshot_a=${snapshot_a}&snapshot_b=${snapshot_b}`
  if (type === 'snapshot') return `/history/snapshots/${snapshot}/`
  return execution === null ? `/queries/saved-queries/${saved_query}/` : `/queries/execution-logs/${execution}/`
}
