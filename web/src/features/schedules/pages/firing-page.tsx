import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { Fact } from '../../../components/fact.tsx'
import { Light } from '../../../components/light.tsx'
import { Page } from '../../../components/page.tsx'
import { Read } from '../../../components/read.tsx'
import { columnsOf } from '../../../components/sample-columns.ts'
import { SampleTable } from '../../../components/sample-table.tsx'
import { TimeText } from '../../../components/time-text.tsx'
import type { Wire } from '../../../lib/api/wire.ts'
import { useHeddle } from '../../../lib/session/context.tsx'
import { firingDetail } from '../api.ts'
import { Changes, Late } from '../components/firing-table.tsx'
import styles from '../components/schedule.module.css'
import { words } from '../page-words.ts'
import { stateOfRun, verdictOf } from '../states.ts'

const route = getRouteApi('/inside/queries/scheduled-executions/$id')

/** One run of a schedule: how it went, what it found, and what came of it. */
export function FiringPage() {
  const { id } = route.useParams()
  const found = useQuery(firingDetail(useHeddle(), id))
  const { data } = found
  return (
    <Page
      title={data?.saved_query_name ?? words.run}
      trail={
        data && (
          <Link to="/queries/scheduled-tasks/$id" params={{ id: data.scheduled_task }}>
            {words.schedule}
          </Link>
        )
      }
      note={data && <Light {...stateOfRun(data)} />}
    >
      <Read of={found} failure={words.runFailure} permission="queries.view_scheduledtask">
        {(run) => <Firing run={run} />}
      </Read>
    </Page>
  )
}

function Firing({ run }: { readonly run: Wire.ScheduledExecution }) {
  const { execution, error_message: error, expectation } = run
  return (
    <>
      {error !== null && (
        <div role="alert" className={`${styles.note} ${styles.bad}`}>
          {error}
        </div>
      )}
      <dl className={styles.facts}>
        <Fact name={words.started} value={<TimeText at={run.started_at} isAbsolute />} />
        <Fact name={words.late} value={<Late run={run} />} />
        <Fact name={words.trigger} value={words.triggers[run.trigger]} />
        <Fact
          name={words.connection}
          value={run.controller_connection_name ?? (run.controller_connections === null ? words.gone : words.merged)}
        />
        <Fact name={words.rows} value={words.rowCount(run.row_count)} />
        <Fact name={words.changes} value={<Changes run={run} />} />
        {expectation !== null && <Fact name={words.found} value={<Light {...verdictOf(expectation)} />} />}
        {execution !== null && (
          <Fact
            name={words.query}
            value={
              <Link to="/queries/execution-logs/$id" params={{ id: execution }}>
                {words.openRun}
              </Link>
            }
          />
        )}
        <FollowUp run={run} />
      </dl>
      {expectation !== null && expectation.failing_rows.length > 0 && (
        <section aria-label={words.failing} className={styles.section}>
          {expectation.reason !== null && <p>{expectation.reason}</p>}
          <h2>{words.failing}</h2>
          <SampleTable
            label={words.failing}
            columns={columnsOf(expectation.failing_rows)}
            rows={expectation.failing_rows}
          />
        </section>
      )}
    </>
  )
}

function FollowUp({ run: { follow_up: followUp } }: { readonly run: Wire.ScheduledExecution }) {
  if (followUp === null) return null
  const { request, error } = followUp
  return (
    <Fact
      name={words.followUp}
      value={
        request === null ? (
          `${words.followUpError} ${error ?? ''}`
        ) : (
          <Link to="/automation/requests/$id" params={{ id: request }}>
            {words.openRequest}
          </Link>
        )
      }
    />
  )
}
