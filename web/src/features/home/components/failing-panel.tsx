import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Light } from '../../../components/light.tsx'
import { TimeText } from '../../../components/time-text.tsx'
import { useHeddle } from '../../../lib/session/context.tsx'
import { judgedRuns } from '../api.ts'
import { newlyFailing } from '../newly-failing.ts'
import { words } from '../words.ts'
import styles from './changes-panel.module.css'
import { Panel } from './panel.tsx'

const MOST = 8

/** Checks that failed where the run before passed; nothing at all where there are none. */
export function FailingPanel() {
  const heddle = useHeddle()
  const { data: failed } = useQuery(judgedRuns(heddle, 'failed'))
  // Without a failure, nobody needs to know what passed.
  const { data: passed } = useQuery({ ...judgedRuns(heddle, 'passed'), enabled: (failed?.runs.length ?? 0) > 0 })
  const runs = failed && passed ? newlyFailing(failed, passed) : []
  if (runs.length === 0) return null
  return (
    <Panel title={words.failing.title} aside={runs.length > MOST && words.failing.more(runs.length - MOST)}>
      <ul className={styles.list}>
        {runs.slice(0, MOST).map((run) => (
          <li key={run.id} className={styles.change}>
            <Light color="bad" text={words.failing.fails} />
            <Link
              to="/history/checks"
              search={{
                saved_query: run.saved_query ?? undefined,
                controller_connection: run.controller_connection ?? undefined,
              }}
              className={styles.title}
              dir="auto"
            >
              {words.failing.what(
                run.saved_query_name ?? '',
                run.controller_connection_name,
                run.expectation?.findings ?? 0,
              )}
            </Link>
            <span className={styles.when}>
              <TimeText at={run.executed_at} />
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
