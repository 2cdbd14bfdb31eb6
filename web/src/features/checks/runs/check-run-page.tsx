import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Button, buttonClass } from '../../../components/button.tsx'
import { ChoiceField } from '../../../components/choice-field.tsx'
import { Menu } from '../../../components/menu.tsx'
import { Page } from '../../../components/page.tsx'
import { Read } from '../../../components/read.tsx'
import { saveFile, textFile } from '../../../components/save-file.ts'
import { EmptyState } from '../../../components/states.tsx'
import { Filters } from '../../../components/table.tsx'
import { TimeText } from '../../../components/time-text.tsx'
import { toastFailure } from '../../../components/toasts.tsx'
import type { Heddle } from '../../../lib/api/heddle.ts'
import type { Wire } from '../../../lib/api/wire.ts'
import { formatNumber } from '../../../lib/i18n/plural.ts'
import { useHeddle, useMay } from '../../../lib/session/context.tsx'
import { SEVERITIES } from '../components/severity.tsx'
import { StateLight } from '../components/state-light.tsx'
import { packDetail } from '../packs/api.ts'
import { words as shared } from '../words.ts'
import { checkRun } from './api.ts'
import { linesOf, matching, RESULT_STATES, type ResultState, stateOf } from './check-results.ts'
import { ResultList } from './result-list.tsx'
import { ResultDetail } from './result-detail.tsx'
import styles from './runs.module.css'
import { words } from './words.ts'

const route = getRouteApi('/inside/queries/checks/$id')

/** A run of checks as it goes on: what is not as it should be first. */
export function CheckRunPage() {
  const { id } = route.useParams()
  const heddle = useHeddle()
  const found = useQuery(checkRun(heddle, id))
  const { data } = found
  const packName = data?.results[0]?.pack ?? undefined
  const { data: pack } = useQuery({
    ...packDetail(heddle, packName ?? ''),
    enabled: useMay('packs.view_pack') && packName !== undefined,
  })
  return (
    <Page
      isFilled
      title={data ? words.titleOf(pack?.title ?? packName ?? words.queryCount(data.total)) : words.title}
      trail={<Link to="/queries/checks">{words.start.title}</Link>}
      note={
        data?.at != null && (
          <>
            {words.asOf} <TimeText at={data.at} isAbsolute />
          </>
        )
      }
      actions={data && <RunActions run={data} pack={packName} />}
    >
      <Read of={found} failure={words.failure} permission="queries.execute_savedquery">
        {(run) => <CheckRun run={run} pack={pack} />}
      </Read>
    </Page>
  )
}

type RunProps = { readonly run: Wire.CheckResults; readonly pack: Wire.Pack | undefined }

function CheckRun({ run, pack }: RunProps) {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const [toggled, setToggled] = useState<ReadonlySet<ResultState>>(new Set())
  const set = (changed: Partial<Record<string, string | undefined>>) =>
    void navigate({ search: (before) => ({ ...before, ...changed }), replace: true })
  const results = matching(run.results, search)
  const lines = linesOf(results, toggled)
  const first = lines.find((line) => line.kind === 'result')?.result
  const chosen =
    run.results.find(({ saved_query: query }) => query === search.check) ??
    (run.status === 'finished' ? first : undefined)
  return (
    <>
      <Summary run={run} />
      <ResultFilters run={run} search={search} onChange={set} />
      {lines.length === 0 ? (
        <EmptyState title={words.noHits}>{words.noHitsText}</EmptyState>
      ) : (
        <div className={styles.parts}>
          <ResultList
            lines={lines}
            chosen={chosen?.saved_query}
            onChoose={(check) => set({ check })}
            onFold={(state) => setToggled(toggled.symmetricDifference(new Set([state])))}
          />
          {chosen ? (
            <ResultDetail
              key={chosen.saved_query}
              result={chosen}
              mendsWith={pack?.checks.find(({ id }) => id === chosen.check)?.mends_with ?? undefined}
            />
          ) : (
            <Nothing isRunning={run.status === 'running'} />
          )}
        </div>
      )}
    </>
  )
}

const Nothing = ({ isRunning }: { readonly isRunning: boolean }) =>
  isRunning ? (
    <EmptyState title={words.choose}>{words.chooseText}</EmptyState>
  ) : (
    <EmptyState title={words.allGreen}>{words.allGreenText}</EmptyState>
  )

function Summary({ run: { status, total, results } }: Pick<RunProps, 'run'>) {
  const byState = Map.groupBy(results, stateOf)
  const done = total - (byState.get('waiting')?.length ?? 0)
  return (
    <ul aria-label={words.counts} className={styles.summary}>
      {status === 'running' && (
        <li className={styles.progress}>
          <progress aria-label={words.progress} value={done} max={total} />
          {words.running(done, total)}
        </li>
      )}
      {RESULT_STATES.filter((state) => state !== 'waiting' && byState.has(state)).map((state) => (
        <li key={state}>
          <strong>{formatNumber(byState.get(state)?.length ?? 0)}</strong>
          <StateLight state={state} />
        </li>
      ))}
    </ul>
  )
}

const ANY = 'any'

type FilterProps = Pick<RunProps, 'run'> & {
  readonly search: Partial<Record<string, string>>
  readonly onChange: (changed: Partial<Record<string, string | undefined>>) => void
}

function ResultFilters({ run, search, onChange }: FilterProps) {
  const groups = [...new Set(run.results.flatMap(({ group }) => (group === null ? [] : [group])))]
  return (
    <Filters>
      {groups.length > 1 && (
        <div className={styles.filter}>
          <ChoiceField
            label={words.group}
            choices={[{ value: ANY, label: words.anyGroup }, ...groups.map((value) => ({ value }))]}
            value={search.group ?? ANY}
            onChange={(value) => onChange({ group: value === ANY ? undefined : value })}
          />
        </div>
      )}
      <div className={styles.filter}>
        <ChoiceField
          label={words.severity}
          choices={[
            { value: ANY, label: words.anySeverity },
            ...SEVERITIES.slice(1).map((value) => ({ value, label: words.andWorse(shared.severities[value]) })),
          ]}
          value={search.severity ?? ANY}
          onChange={(value) => onChange({ severity: value === ANY ? undefined : value })}
        />
      </div>
    </Filters>
  )
}

const idsOf = ({ results }: Wire.CheckResults): string => results.map(({ saved_query: id }) => id).join(',')

const REPORTS = ['markdown', 'junit', 'sarif'] as const
const ENDINGS = { markdown: 'md', junit: 'xml', sarif: 'sarif' } as const

function RunActions({ run, pack }: { readonly run: Wire.CheckResults; readonly pack: string | undefined }) {
  const heddle = useHeddle()
  const impossible = run.status === 'running' ? words.reportWaits : undefined
  const attempt = (report: Promise<void>) =>
    void report.catch((error: unknown) => toastFailure(words.noReport, error as Error))
  return (
    <>
      <Menu
        label={words.report}
        target={<Button>{words.report} ▾</Button>}
        entries={[
          { text: words.reports.html, impossible, onSelect: () => attempt(openPage(heddle, run.id)) },
          ...REPORTS.map((format) => ({
            text: words.reports[format],
            impossible,
            onSelect: () => attempt(saveReport(heddle, run.id, format)),
          })),
        ]}
      />
      <Link
        to="/queries/checks"
        search={pack === undefined ? { saved_queries: idsOf(run) } : { pack }}
        className={buttonClass()}
      >
        {words.again}
      </Link>
    </>
  )
}

/** A page of its own, which prints. */
async function openPage(heddle: Heddle, id: string): Promise<void> {
  const { ticket } = await heddle.wsTicket()
  open(`/api/queries/checks/${id}/?format=html&ticket=${encodeURIComponent(ticket)}`, '_blank', 'noopener')
}

async function saveReport(heddle: Heddle, id: string, format: (typeof REPORTS)[number]): Promise<void> {
  const report = await heddle.queries.checks.get(id, { format })
  saveFile(`check-${id.slice(0, 8)}.${ENDINGS[format]}`, textFile(await report.text(), report.contentType))
}
