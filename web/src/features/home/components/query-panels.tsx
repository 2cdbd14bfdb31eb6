import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, linkOptions } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Button } from '../../../components/button.tsx'
import { Light } from '../../../components/light.tsx'
import { Read } from '../../../components/read.tsx'
import { TimeText } from '../../../components/time-text.tsx'
import { toastFailure } from '../../../components/toasts.tsx'
import type { Wire } from '../../../lib/api/wire.ts'
import { useHeddle, useMay, useProfile } from '../../../lib/session/context.tsx'
import { useWrite } from '../../../lib/use-write.ts'
import { RUNS_KEY } from '../../../resources/runs.ts'
import { favoriteQueries, ownRuns, recentRuns } from '../api.ts'
import { words } from '../words.ts'
import { Nothing, Panel } from './panel.tsx'
import styles from './query-panels.module.css'

const PERMISSION = 'queries.view_savedquery'

export function FavoritesPanel() {
  const found = useQuery(favoriteQueries(useHeddle()))
  return (
    <Panel title={words.queries.favorites} aside={<Link to="/queries/saved-queries/">{words.queries.all}</Link>}>
      <Read of={found} failure={words.queries.failure} permission={PERMISSION}>
        {({ results }) =>
          results.length === 0 ? (
            <Nothing>{words.queries.noFavorites}</Nothing>
          ) : (
            <ul className={styles.list}>
              {results.map(({ id, name, description }) => (
                <QueryLine key={id} id={id} name={name}>
                  {description}
                </QueryLine>
              ))}
            </ul>
          )
        }
      </Read>
    </Panel>
  )
}

export function RecentPanel() {
  const found = useQuery(recentRuns(useHeddle()))
  const { username } = useProfile()
  return (
    <Panel title={words.queries.recent}>
      <Read of={found} failure={words.queries.failure} permission="queries.view_executionlog">
        {(all) => {
          const runs = ownRuns(all, username)
          return runs.length === 0 ? (
            <Nothing>{words.queries.noRecent}</Nothing>
          ) : (
            <ul className={styles.list}>
              {runs.map((run) => (
                <QueryLine key={run.id} id={run.saved_query!} name={run.saved_query_name ?? ''}>
                  <LastRun run={run} />
                </QueryLine>
              ))}
            </ul>
          )
        }}
      </Read>
    </Panel>
  )
}

function LastRun({ run }: { readonly run: Wire.ExecutionLogItem }) {
  const isUnexpected = run.status === 'success' && run.expectation?.status === 'failed'
  const color = isUnexpected ? 'bad' : run.status === 'success' ? 'ok' : run.status === 'running' ? 'busy' : 'bad'
  return (
    <Link to="/queries/execution-logs/$id/" params={{ id: run.id }} className={styles.run}>
      <Light
        color={color}
        text={
          isUnexpected
            ? words.queries.unexpected
            : run.status === 'success'
              ? words.queries.rows(run.row_count)
              : run.status
        }
      />
      <span>
        <TimeText at={run.executed_at} />
      </span>
    </Link>
  )
}

function QueryLine({
  id,
  name,
  children,
}: {
  readonly id: string
  readonly name: string
  readonly children: ReactNode
}) {
  return (
    <li className={styles.line}>
      <div className={styles.what}>
        <Link to="/queries/saved-queries/$id/" params={{ id }} className={styles.name} dir="auto">
          {name}
        </Link>
        <div className={styles.note}>{children}</div>
      </div>
      <RunButton id={id} name={name} />
    </li>
  )
}

/** Runs it in the background and shows the run. */
function RunButton({ id, name }: { readonly id: string; readonly name: string }) {
  const { queries } = useHeddle()
  const cache = useQueryClient()
  const mayRun = useMay('queries.execute_savedquery')
  const run = useWrite({
    mutationFn: () => queries.savedQueries.executeBackground(id),
    onError: (error) => toastFailure(words.queries.notStarted(name), error, { onRetry: () => run.mutate() }),
    onSuccess: async () => {
      await cache.invalidateQueries({ queryKey: RUNS_KEY })
    },
    next: ({ execution_id }) => linkOptions({ to: '/queries/execution-logs/$id/', params: { id: execution_id } }),
  })
  if (!mayRun) return null
  return (
    <Button
      aria-label={words.queries.run(name)}
      impossible={run.isPending ? words.queries.running(name) : undefined}
      onClick={() => run.mutate()}
    >
      {words.queries.runWord}
    </Button>
  )
}
