import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, Link, useRouter } from '@tanstack/react-router'
import { useMemo } from 'react'
import { Button } from '../../../components/button.tsx'
import { Menu } from '../../../components/menu.tsx'
import { Page } from '../../../components/page.tsx'
import { Read } from '../../../components/read.tsx'
import { RowsGrid } from '../../../components/rows-grid/rows-grid.tsx'
import { searchOfView, viewOfSearch } from '../../../components/rows-grid/view-state.ts'
import { TimeText } from '../../../components/time-text.tsx'
import { toast } from '../../../components/toasts.tsx'
import type { Wire } from '../../../lib/api/wire.ts'
import { useHeddle, useMay } from '../../../lib/session/context.tsx'
import { formatDuration } from '../../../lib/time/format-time.ts'
import { runDetail, RUNS_KEY } from '../api.ts'
import { runName } from '../components/run-name.ts'
import { RunLight } from '../components/run-light.tsx'
import { StageList } from '../components/stage-list.tsx'
import { useRunProgress } from '../hooks/use-run-progress.ts'
import { words } from '../words.ts'
import styles from './run-page.module.css'

const route = getRouteApi('/inside/queries/execution-logs/$id')

export function RunPage() {
  const heddle = useHeddle()
  const { id } = route.useParams()
  const found = useQuery(runDetail(heddle, id))
  useRunProgress(found.data)
  return (
    <Page
      title={found.data ? runName(found.data) : words.title}
      trail={<Link to="/queries/execution-logs/">{words.title}</Link>}
      note={found.data && <RunLight run={found.data} />}
      actions={found.data && <RunActions run={found.data} />}
    >
      <Read of={found} failure={words.runFailure} permission="queries.view_executionlog">
        {(run) => <Run run={run} />}
      </Read>
    </Page>
  )
}

function Run({ run }: { readonly run: Wire.ExecutionLog }) {
  return (
    <div className={styles.run}>
      <Facts run={run} />
      {run.status === 'failure' || run.status === 'timeout' ? <Failure run={run} /> : null}
      {run.warnings.length > 0 && (
        <ul aria-label={words.warnings} className={styles.warnings}>
          {run.warnings.map((warning) => (
            <li key={warning}>{warning}</li>
          ))}
        </ul>
      )}
      {run.pipeline_execution !== null && <StageList id={run.pipeline_execution} />}
      {run.status === 'success' && <Rows run={run} />}
    </div>
  )
}

const Facts = ({ run }: { readonly run: Wire.ExecutionLog }) => (
  <dl className={styles.facts}>
    <Fact name={words.rows} value={run.status === 'success' ? words.rowCount(run.row_count) : '–'} />
    <Fact name={words.duration} value={run.duration_ms === null ? '–' : formatDuration(run.duration_ms)} />
    <Fact name={words.when} value={<TimeText at={run.executed_at} isAbsolute />} />
    <Fact name={words.user} value={run.user} />
    <Fact name={words.trigger} value={run.trigger} />
  </dl>
)

const Fact = ({ name, value }: { readonly name: string; readonly value: React.ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{value}</dd>
  </div>
)

/** What went wrong, in words, and what helps. */
function Failure({ run }: { readonly run: Wire.ExecutionLog }) {
  const [what, remedy] = run.reason === null ? [undefined, undefined] : words.reasons[run.reason]
  return (
    <div role="alert" className={styles.failure}>
      {what !== undefined && <strong>{what}</strong>}
      <p>{run.error_message}</p>
      {remedy !== undefined && <p>{remedy}</p>}
    </div>
  )
}

function Rows({ run }: { readonly run: Wire.ExecutionLog }) {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const view = useMemo(() => viewOfSearch(search), [search])
  const source = useMemo(
    () => ({ kind: 'url' as const, url: `/api/queries/execution-logs/${run.id}/results/?format=ndjson`, columns: run.columns }),
    [run.id, run.columns],
  )
  return (
    <RowsGrid
      source={source}
      view={view}
      onView={(next) => void navigate({ search: (before) => ({ ...before, ...searchOfView(next) }), replace: true })}
      actions={<ExportMenu id={run.id} />}
    />
  )
}

const FORMATS = { csv: 'CSV', ndjson: 'NDJSON', xlsx: 'Excel' } as const

function ExportMenu({ id }: { readonly id: string }) {
  const heddle = useHeddle()
  async function handleExport(format: string) {
    const { ticket } = await heddle.wsTicket()
    location.assign(`/api/queries/execution-logs/${id}/results/?format=${format}&ticket=${encodeURIComponent(ticket)}`)
  }
  return (
    <Menu
      label={words.export}
      target={<Button>{words.export}</Button>}
      entries={Object.entries(FORMATS).map(([format, text]) => ({
        text,
        onSelect: () => void handleExport(format).catch((error: unknown) => toast((error as Error).message, { kind: 'failed' })),
      }))}
    />
  )
}

function RunActions({ run }: { readonly run: Wire.ExecutionLog }) {
  const { queries } = useHeddle()
  const cache = useQueryClient()
  const router = useRouter()
  const mayRun = useMay('queries.execute_savedquery')
  const onError = (error: Error) => toast(error.message, { kind: 'failed' })
  const cancel = useMutation({
    mutationFn: (pipeline: string) => queries.pipelineExecutions.cancel(pipeline),
    onSuccess: () => cache.invalidateQueries({ queryKey: RUNS_KEY }),
    onError,
  })
  const again = useMutation({
    mutationFn: (query: string) => queries.savedQueries.executeBackground(query, { variables: run.variables }),
    onSuccess: ({ execution_id }) => router.navigate({ to: '/queries/execution-logs/$id/', params: { id: execution_id } }),
    onError,
  })
  const { pipeline_execution: pipeline, saved_query: query } = run
  if (run.status === 'running' && pipeline !== null) return <Button onClick={() => cancel.mutate(pipeline)}>{words.cancel}</Button>
  return mayRun && query !== null ? <Button onClick={() => again.mutate(query)}>{words.again}</Button> : null
}
