import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { Fact } from '../../../components/fact.tsx'
import { Light } from '../../../components/light.tsx'
import { Page } from '../../../components/page.tsx'
import { Read } from '../../../components/read.tsx'
import { Tabs } from '../../../components/tabs.tsx'
import { TimeText } from '../../../components/time-text.tsx'
import type { Wire } from '../../../lib/api/wire.ts'
import { useHeddle } from '../../../lib/session/context.tsx'
import { formatDuration } from '../../../lib/time/format-time.ts'
import { executionDetail } from '../api.ts'
import { JobLink } from '../components/execution-table.tsx'
import { JobOutput } from '../components/job-output.tsx'
import { nameOfExecution } from '../components/name-of-execution.ts'
import { ReconcileButton } from '../components/reconcile-button.tsx'
import { stateOfExecution } from '../request-states.ts'
import { RequestWarnings } from '../components/request-warnings.tsx'
import styles from '../components/request.module.css'
import { words } from '../words.ts'

const route = getRouteApi('/inside/automation/executions/$id')

/** A job: what it was given, what it prints, and what it left. */
export function ExecutionPage() {
  const { id } = route.useParams()
  const found = useQuery(executionDetail(useHeddle(), id))
  const { data } = found
  return (
    <Page
      isFilled
      title={data ? nameOfExecution(data) : words.job}
      trail={
        data ? (
          <Link to="/automation/requests/$id" params={{ id: data.request }}>
            {words.requestOfJob}
          </Link>
        ) : (
          words.area
        )
      }
      note={data && <Light {...stateOfExecution(data)} />}
      actions={data && <ReconcileButton execution={data} />}
    >
      <Read of={found} failure={words.executionFailure} permission="automation.view_execution">
        {(execution) => <Execution key={id} execution={execution} />}
      </Read>
    </Page>
  )
}

function Execution({ execution }: { readonly execution: Wire.AutomationExecution }) {
  const { tab, L: line } = route.useSearch()
  const navigate = route.useNavigate()
  const set = (changed: { readonly tab?: string | undefined; readonly L?: string | undefined }) =>
    void navigate({ search: (before) => ({ ...before, ...changed }), replace: true })
  return (
    <div className={styles.request}>
      <ExecutionFacts execution={execution} />
      <RequestWarnings warnings={execution.warnings} />
      <div className={styles.parts}>
        <Tabs
          label={words.partsOfJob}
          selected={tab ?? 'output'}
          onSelect={(next) => set({ tab: next === 'output' ? undefined : next })}
          tabs={[
            {
              name: 'output',
              title: words.output,
              content: () => <JobOutput execution={execution.id} line={line} onLine={(next) => set({ L: next })} />,
            },
            {
              name: 'variables',
              title: words.variables,
              content: () => <Json value={execution.extra_vars_snapshot} />,
            },
            ...(execution.artifacts === null
              ? []
              : [{ name: 'artifacts', title: words.artifacts, content: () => <Json value={execution.artifacts} /> }]),
          ]}
        />
      </div>
    </div>
  )
}

function ExecutionFacts({ execution }: { readonly execution: Wire.AutomationExecution }) {
  const { started_at: started, finished_at: finished, scm_commit_sha: revision, error, ignored_fields } = execution
  return (
    <dl className={styles.facts}>
      <Fact name={words.job} value={<JobLink execution={execution} />} />
      <Fact name={words.started} value={<TimeText at={started} isAbsolute />} />
      <Fact name={words.finished} value={<TimeText at={finished} isAbsolute />} />
      {started !== null && finished !== null && (
        <Fact name={words.duration} value={formatDuration(Date.parse(finished) - Date.parse(started))} />
      )}
      {revision !== null && <Fact name={words.revision} value={<code>{revision}</code>} />}
      {error !== null && <Fact name={words.why} value={<span className={styles.fault}>{error}</span>} />}
      {ignored_fields !== null && <Fact name={words.ignored} value={<code>{JSON.stringify(ignored_fields)}</code>} />}
    </dl>
  )
}

const Json = ({ value }: { readonly value: unknown }) => (
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- With the focus, keys scroll it.
  <pre className={styles.json} tabIndex={0}>
    {JSON.stringify(value, null, 2)}
  </pre>
)
