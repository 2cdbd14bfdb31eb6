import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { Light } from '../../../components/light.tsx'
import { Page } from '../../../components/page.tsx'
import { Read } from '../../../components/read.tsx'
import { type Tab, Tabs } from '../../../components/tabs.tsx'
import type { Wire } from '../../../lib/api/wire.ts'
import { useHeddle, useMay } from '../../../lib/session/context.tsx'
import { executionList, requestDetail } from '../api.ts'
import { ApprovalPanel } from '../components/approval-panel.tsx'
import { ExecutionTable } from '../components/execution-table.tsx'
import { JobOutput } from '../components/job-output.tsx'
import { RequestActions } from '../components/request-actions.tsx'
import { RequestFacts } from '../components/request-facts.tsx'
import { RequestRows } from '../components/request-rows.tsx'
import { isWaiting, stateOfRequest } from '../request-states.ts'
import { RequestWarnings } from '../components/request-warnings.tsx'
import styles from '../components/request.module.css'
import { VerificationPanel } from '../components/verification-panel.tsx'
import { useRequestProgress } from '../hooks/use-request-progress.ts'
import { words } from '../words.ts'

const route = getRouteApi('/inside/automation/requests/$id')

/** What was launched, or waits for approval: its rows, its jobs as they go on, and what came of it. */
export function RequestPage() {
  const { id } = route.useParams()
  const found = useQuery(requestDetail(useHeddle(), id))
  const { data } = found
  useRequestProgress(data)
  return (
    <Page
      isFilled
      title={data?.template_name ?? words.request}
      trail={<Link to="/automation/requests">{words.requests}</Link>}
      note={data && <Light {...stateOfRequest(data)} />}
      actions={data && <RequestActions key={id} request={data} />}
    >
      <Read of={found} failure={words.requestFailure} permission="automation.view_request">
        {(request) => <Request key={id} request={request} />}
      </Read>
    </Page>
  )
}

function Request({ request }: { readonly request: Wire.AutomationRequestDetail }) {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const set = (changed: Partial<Record<string, string | undefined>>) =>
    void navigate({ search: (before) => ({ ...before, ...changed }), replace: true })
  const page = Number(search.page ?? 1)
  const handlePage = (next: number) => set({ page: String(next) })
  const tabs = useTabs({ request, page, onPage: handlePage, line: search.L, onLine: (line) => set({ L: line }) })
  return (
    <div className={styles.request}>
      <ApprovalPanel request={request} />
      <RequestFacts request={request} />
      <RequestWarnings warnings={request.warnings} />
      <VerificationPanel request={request} />
      <div className={styles.parts}>
        <Tabs
          label={words.panels}
          tabs={tabs}
          selected={search.tab ?? tabs[0]!.name}
          onSelect={(next) => set({ tab: next === tabs[0]!.name ? undefined : next, page: undefined, L: undefined })}
        />
      </div>
    </div>
  )
}

type TabsOf = {
  readonly request: Wire.AutomationRequestDetail
  readonly page: number
  readonly onPage: (page: number) => void
  readonly line: string | undefined
  readonly onLine: (line: string | undefined) => void
}

/** Who decides wants to see the rows first; who follows, the jobs, or what the only one prints. */
function useTabs({ request, page, onPage, line, onLine }: TabsOf): readonly Tab[] {
  const maySeeJobs = useMay('automation.view_execution')
  const isSingle = maySeeJobs && request.execution_count === 1
  const only = useQuery({ ...executionList(useHeddle(), request.id, 1), enabled: isSingle }).data?.results[0]
  const rows: Tab = {
    name: 'rows',
    title: words.rowsTitle,
    content: () => (
      <div className={styles.scrolled}>
        <RequestRows request={request} page={page} onPage={onPage} />
      </div>
    ),
  }
  const jobs: Tab = {
    name: 'jobs',
    title: words.jobsTitle,
    content: () => (
      <div className={styles.scrolled}>
        <ExecutionTable request={request.id} page={page} onPage={onPage} />
      </div>
    ),
  }
  if (!maySeeJobs) return [rows]
  if (isWaiting(request)) return [rows, jobs]
  return [
    jobs,
    rows,
    ...(only
      ? [
          {
            name: 'output',
            title: words.output,
            content: () => <JobOutput key={only.id} execution={only.id} line={line} onLine={onLine} />,
          },
        ]
      : []),
  ]
}
