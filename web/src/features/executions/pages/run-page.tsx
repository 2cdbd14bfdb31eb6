import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useLaunchRows } from '../../../components/launch-link.tsx'
import { Page } from '../../../components/page.tsx'
import { Read } from '../../../components/read.tsx'
import { RowsGrid } from '../../../components/rows-grid/rows-grid.tsx'
import { searchOfView, viewOfSearch } from '../../../components/rows-grid/view-state.ts'
import { type Tab, Tabs } from '../../../components/tabs.tsx'
import type { Wire } from '../../../lib/api/wire.ts'
import { useHeddle, useMay } from '../../../lib/session/context.tsx'
import { runDetail } from '../api.ts'
import { PrintRows } from '../components/print-rows.tsx'
import { RunActions } from '../components/run-actions.tsx'
import { questionOfRun } from '../components/rerun.ts'
import { RunCanvas } from '../components/run-canvas.tsx'
import { RunExpectation, RunFactList, RunFailureNote, RunWarnings } from '../components/run-facts.tsx'
import { RunLight } from '../components/run-light.tsx'
import { runName } from '../components/run-name.ts'
import { RunPlan } from '../components/run-plan.tsx'
import { StageList } from '../components/stage-list.tsx'
import { useRunProgress } from '../hooks/use-run-progress.ts'
import { words } from '../words.ts'
import styles from './run-page.module.css'

const route = getRouteApi('/inside/queries/execution-logs/$id')

export function RunPage() {
  const { id } = route.useParams()
  const found = useQuery(runDetail(useHeddle(), id))
  useRunProgress(found.data)
  const run = found.data
  const mayHistory = useMay('history.view_snapshot')
  return (
    <Page
      title={run ? runName(run) : words.title}
      trail={<Link to="/queries/execution-logs/">{words.title}</Link>}
      note={
        run && (
          <>
            <RunLight run={run} />
            {run.saved_query !== null && (
              <Link to="/queries/saved-queries/$id/" params={{ id: run.saved_query }} className={styles.query}>
                {words.openQuery}
              </Link>
            )}
            {run.saved_query !== null && mayHistory && (
              <Link to="/history" search={{ saved_query: run.saved_query }} className={styles.query}>
                {words.openHistory}
              </Link>
            )}
          </>
        )
      }
      actions={run && <RunActions run={run} />}
    >
      <Read of={found} failure={words.runFailure} permission="queries.view_executionlog">
        {(read) => <Run run={read} />}
      </Read>
    </Page>
  )
}

function Run({ run }: { readonly run: Wire.ExecutionLog }) {
  const { tab } = route.useSearch()
  const navigate = route.useNavigate()
  const tabs: readonly Tab[] = [
    ...(run.status === 'success'
      ? [
          { name: 'rows', title: words.rows, content: () => <Rows run={run} /> },
          { name: 'chart', title: words.chart, content: () => <Rows run={run} isChart /> },
        ]
      : []),
    { name: 'canvas', title: words.canvas, content: () => <RunCanvas run={run} /> },
    { name: 'plan', title: words.plan, content: () => <RunPlan run={run} /> },
  ]
  return (
    <div className={styles.run}>
      <RunFactList run={run} />
      <RunFailureNote run={run} />
      <RunExpectation run={run} />
      <RunWarnings warnings={run.warnings} />
      {run.pipeline_execution !== null && <StageList id={run.pipeline_execution} />}
      <div className={styles.panels}>
        <Tabs
          label={words.panels}
          tabs={tabs}
          selected={tab ?? tabs[0]!.name}
          onSelect={(next) =>
            void navigate({
              search: (before) => ({ ...before, tab: next === tabs[0]!.name ? undefined : next }),
              replace: true,
            })
          }
        />
      </div>
      <PrintRows run={run} />
    </div>
  )
}

function Rows({ run, isChart = false }: { readonly run: Wire.ExecutionLog; readonly isChart?: boolean }) {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const view = useMemo(() => viewOfSearch(search), [search])
  const { id, columns, saved_query: query, controller_connection: connection } = run
  const mayHistory = useMay('history.view_snapshot')
  const onTimeline =
    query !== null && mayHistory
      ? (dn: string) => void navigate({ to: '/history/timeline', search: { saved_query_id: query, dn } })
      : undefined
  const mayRun = useMay('queries.execute_savedquery')
  const onObject =
    connection !== null && mayRun
      ? (dn: string) => void navigate({ to: '/controller/objects', search: { connection, dn } })
      : undefined
  const onFix = useLaunchRows(run)
  const why = useMemo(() => questionOfRun(run), [run])
  const source = useMemo(
    () => ({ kind: 'url' as const, url: `/api/queries/execution-logs/${id}/results/?format=ndjson`, columns }),
    [id, columns],
  )
  return (
    <RowsGrid
      isChart={isChart}
      source={source}
      view={view}
      onView={(next) =>
        void navigate({ search: (before) => ({ ...before, ...searchOfView(next, before) }), replace: true })
      }
      total={run.row_count}
      onFix={onFix}
      why={mayRun ? why : undefined}
      place={query === null ? 'rows' : `rows ${query}`}
      onTimeline={onTimeline}
      onObject={onObject}
    />
  )
}
