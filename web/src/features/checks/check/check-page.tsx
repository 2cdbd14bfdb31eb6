import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { buttonClass } from '../../../components/button.tsx'
import { ChoiceField } from '../../../components/choice-field.tsx'
import { Fact } from '../../../components/fact.tsx'
import { Page } from '../../../components/page.tsx'
import { Read } from '../../../components/read.tsx'
import { EmptyState } from '../../../components/states.tsx'
import { TimeText } from '../../../components/time-text.tsx'
import type { Wire } from '../../../lib/api/wire.ts'
import { useHeddle, useMay } from '../../../lib/session/context.tsx'
import { connectionList } from '../../../resources/connections.ts'
import { newestRuns } from '../../../resources/runs.ts'
import { queryDetail, useMayWaive } from '../api.ts'
import { FindingList } from '../components/finding-list.tsx'
import { Guidance, MendLink } from '../components/guidance.tsx'
import { SeverityMark } from '../components/severity.tsx'
import { StateLight } from '../components/state-light.tsx'
import { packDetail } from '../packs/api.ts'
import { words as shared } from '../words.ts'
import { WaiveDialog } from '../waivers/waive-dialog.tsx'
import { checkPast } from './api.ts'
import { CheckWaivers } from './check-waivers.tsx'
import styles from './check.module.css'
import { Past } from './past.tsx'
import { words } from './words.ts'

const route = getRouteApi('/inside/history/checks')

/** A check: what it asks, since when it fails, what it found last and what to do about it. */
export function CheckPage() {
  const { saved_query: id } = route.useSearch()
  if (id === undefined) {
    return (
      <Page title={words.title}>
        <EmptyState title={words.none}>{words.noneText}</EmptyState>
      </Page>
    )
  }
  return <CheckOf key={id} id={id} />
}

function CheckOf({ id }: { readonly id: string }) {
  const found = useQuery(queryDetail(useHeddle(), id))
  const mayRun = useMay('queries.execute_savedquery')
  const { data } = found
  return (
    <Page
      title={data?.name ?? words.title}
      trail={
        data?.pack ? (
          <Link to="/packs/$name" params={{ name: data.pack.name }}>
            {data.pack.name}
          </Link>
        ) : (
          <Link to="/queries/saved-queries">{words.queries}</Link>
        )
      }
      note={data?.pack && <code>{data.pack.check}</code>}
      actions={
        <>
          <Link to="/queries/saved-queries/$id" params={{ id }} className={buttonClass()}>
            {words.query}
          </Link>
          {mayRun && (
            <Link to="/queries/checks" search={{ saved_queries: id }} className={buttonClass('primary')}>
              {words.runNow}
            </Link>
          )}
        </>
      }
    >
      <Read of={found} failure={words.failure} permission="queries.view_savedquery">
        {(query) => (query.expect === null ? <NoCheck id={id} /> : <Check query={query} />)}
      </Read>
    </Page>
  )
}

const NoCheck = ({ id }: { readonly id: string }) => (
  <EmptyState
    title={words.noCheck}
    action={
      <Link to="/queries/saved-queries/$id" params={{ id }} className={buttonClass()}>
        {words.query}
      </Link>
    }
  >
    {words.noCheckText}
  </EmptyState>
)

function Check({ query }: { readonly query: Wire.SavedQuery }) {
  const heddle = useHeddle()
  const { controller_connection: connection } = route.useSearch()
  const runs = useQuery({
    ...newestRuns(heddle, {
      ...{ saved_query: query.id, draft: false, page_size: 1 },
      ...(connection !== undefined && { controller_connection: connection }),
    }),
    enabled: useMay('queries.view_executionlog'),
    staleTime: 0,
  })
  const run = runs.data?.[0]
  return (
    <>
      <CheckFacts query={query} run={run} connection={connection} />
      <div className={styles.columns}>
        <div className={styles.column}>
          <Past query={query.id} connection={connection} />
          <Newest query={query} run={run} isRead={runs.isSuccess} />
        </div>
        <div className={styles.column}>
          <section aria-label={words.about} className={`${styles.section} ${styles.about}`}>
            <Guidance query={query} />
          </section>
          <CheckWaivers query={query} />
        </div>
      </div>
    </>
  )
}

type FactsProps = {
  readonly query: Wire.SavedQuery
  readonly run: Wire.ExecutionLogItem | undefined
  readonly connection: string | undefined
}

function CheckFacts({ query, run, connection }: FactsProps) {
  const heddle = useHeddle()
  const navigate = route.useNavigate()
  const past = useQuery({ ...checkPast(heddle, query.id, connection), enabled: useMay('history.view_snapshot') }).data
  const known = useQuery({ ...connectionList(heddle), enabled: useMay('controller.view_connection') }).data ?? []
  return (
    <div className={styles.head}>
      <dl className={styles.facts}>
        <Fact name={words.state} value={<StateOf run={run} />} />
        {run && <Fact name={words.lastRun} value={<TimeText at={run.executed_at} />} />}
        {past?.failed_since != null && (
          <Fact
            name={words.since}
            value={
              <Link to="/history/snapshots/$id" params={{ id: past.failed_since.snapshot }}>
                <TimeText at={past.failed_since.at} isAbsolute />
              </Link>
            }
          />
        )}
        <Fact name={shared.severity} value={<SeverityMark of={query.severity} />} />
        <Fact name={words.when} value={query.when === null ? words.everywhere : <code>{query.when}</code>} />
        {query.look && <Fact name={words.look} value={words.byPerson} />}
      </dl>
      {known.length > 1 && (
        <div className={styles.connection}>
          <ChoiceField
            label={words.connection}
            choices={[
              { value: NEWEST, label: words.newest },
              ...known.map(({ id, name }) => ({ value: id, label: name })),
            ]}
            value={connection ?? NEWEST}
            onChange={(next) =>
              void navigate({
                search: (before) => ({ ...before, controller_connection: next === NEWEST ? undefined : next }),
              })
            }
          />
        </div>
      )}
    </div>
  )
}

const NEWEST = 'newest'

function StateOf({ run }: Pick<FactsProps, 'run'>) {
  if (!run) return words.never
  if (run.status === 'running') return <StateLight state="waiting" />
  if (run.status !== 'success') return <StateLight state="error" />
  return <StateLight state={run.expectation?.status ?? 'passed'} />
}

type NewestProps = Pick<FactsProps, 'query' | 'run'> & { readonly isRead: boolean }

/** What its newest run found, and the ways to deal with it. */
function Newest({ query, run, isRead }: NewestProps) {
  const mayWaive = useMayWaive()(query)
  const [waived, setWaived] = useState<Wire.Finding>()
  const { data: pack } = useQuery({
    ...packDetail(useHeddle(), query.pack?.name ?? ''),
    enabled: useMay('packs.view_pack') && query.pack !== null,
  })
  const mendsWith = pack?.checks.find(({ id }) => id === query.pack?.check)?.mends_with
  const expectation = run?.expectation ?? null
  return (
    <section aria-labelledby="check-now" className={styles.section}>
      <h2 id="check-now">{words.now.title}</h2>
      {run ? (
        <>
          {expectation?.reason != null && <p>{expectation.reason}</p>}
          {run.status !== 'success' && run.error_message !== null && <p>{run.error_message}</p>}
          {run.status === 'success' && (expectation === null || expectation.status === 'passed') && (
            <p className={styles.minor}>{words.now.nothing}</p>
          )}
          <div className={styles.buttons}>
            <Link to="/queries/execution-logs/$id" params={{ id: run.id }} className={buttonClass()}>
              {words.now.rows}
            </Link>
            {expectation?.status === 'failed' && <MendLink execution={run.id} mendsWith={mendsWith} />}
          </div>
          {expectation !== null && expectation.findings > 0 && (
            <FindingList execution={run.id} onWaive={mayWaive ? setWaived : undefined} />
          )}
          {waived && (
            <WaiveDialog
              query={query.id}
              resource={waived.resource ?? ''}
              execution={run.id}
              onClose={() => setWaived(undefined)}
            />
          )}
        </>
      ) : (
        isRead && <p className={styles.minor}>{words.now.none}</p>
      )}
    </section>
  )
}
