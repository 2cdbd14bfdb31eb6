import { Link } from '@tanstack/react-router'
import text from '../../../components/text.module.css'
import type { Wire } from '../../../lib/api/wire.ts'
import { formatNumber } from '../../../lib/i18n/plural.ts'
import { RowAuthor } from '../../../components/row-author.tsx'
import { CheckLight } from './change-light.tsx'
import { ChangeRequests } from './change-requests.tsx'
import { CHECK_KINDS, countRows, differsIn, kindOfCheck, type ReportRow, rowsOfQuery } from './report-parts.ts'
import styles from './windows.module.css'
import { words } from './words.ts'

type Report = Wire.ChangeReport
type Query = Report['queries'][number]
type Check = Report['checks'][number]

/** Of one query, and of one check: the comparison has them all. */
const MOST_ROWS = 50
const MOST_FINDINGS = 10
const MOST_VALUES = 8

/** All that a change did: first what newly fails. */
export function ReportView({
  report: { queries, checks, requests, requests_by_hand: byHand = [] },
}: {
  readonly report: Report
}) {
  const kinds = Map.groupBy(checks, kindOfCheck)
  const [fresh, before] = [kinds.get('fresh')?.length ?? 0, kinds.get('before')?.length ?? 0]
  const newFindings = checks.reduce((sum, { new_findings: found }) => sum + found.length, 0)
  const rows = countRows(queries)
  const counts: readonly (readonly [number, string])[] = [
    [fresh, words.fresh(fresh)],
    [before, words.asBefore(before)],
    [newFindings, words.freshFindings(newFindings)],
    [rows.added, words.added],
    [rows.removed, words.removed],
    [rows.changed, words.changed],
  ]
  return (
    <>
      <ul aria-label={words.counts} className={styles.counts}>
        {counts.map(([count, what]) => (
          <li key={what}>
            <strong>{formatNumber(count)}</strong> {what}
          </li>
        ))}
      </ul>
      <div className={styles.report}>
        {checks.length > 0 && <Checks kinds={kinds} />}
        <Differences queries={queries} />
        {requests.length + byHand.length > 0 && <ChangeRequests ids={requests} byHand={byHand} />}
      </div>
    </>
  )
}

function Checks({ kinds }: { readonly kinds: ReadonlyMap<(typeof CHECK_KINDS)[number], readonly Check[]> }) {
  return (
    <section aria-labelledby="change-checks">
      <h2 id="change-checks">{words.checks}</h2>
      {CHECK_KINDS.filter((kind) => kinds.has(kind)).map((kind) => (
        <details key={kind} open={kind !== 'fine'} className={styles.group}>
          <summary>
            {words.groups[kind]} <span className={styles.minor}>{formatNumber(kinds.get(kind)?.length ?? 0)}</span>
          </summary>
          <ul>
            {kinds.get(kind)?.map((check) => (
              <CheckItem key={check.saved_query} check={check} />
            ))}
          </ul>
        </details>
      ))}
    </section>
  )
}

function CheckItem({ check }: { readonly check: Check }) {
  const { saved_query: id, name, before, after, new_findings: fresh, gone_findings: gone, still } = check
  const counts = [
    ...(fresh.length > 0 ? [words.newFindings(fresh.length)] : []),
    ...(gone.length > 0 ? [words.goneFindings(gone.length)] : []),
    ...(still > 0 ? [words.stillFindings(still)] : []),
  ]
  return (
    <li className={styles.check}>
      <div className={styles.line}>
        <Link to="/history/checks" search={{ saved_query: id }} dir="auto">
          {name}
        </Link>
        <CheckLight status={before.status} />
        <span aria-label={words.after}>→</span>
        <CheckLight status={after.status} />
        <span className={styles.minor}>{counts.join(', ')}</span>
      </div>
      {after.reason !== null && after.status !== 'passed' && <p className={text.caption}>{after.reason}</p>}
      {fresh.length > 0 && (
        <ul className={styles.findings} aria-label={words.newFindings(fresh.length)}>
          {fresh.slice(0, MOST_FINDINGS).map(({ id: finding, resource, reason }) => (
            <li key={finding}>
              <code>{resource ?? words.noRows}</code> <span className={styles.minor}>{reason}</span>
            </li>
          ))}
          {fresh.length > MOST_FINDINGS && <li>{words.more(fresh.length - MOST_FINDINGS)}</li>}
        </ul>
      )}
    </li>
  )
}

function Differences({ queries }: { readonly queries: readonly Query[] }) {
  const differing = queries.filter((query) => differsIn(query) > 0)
  const missing = queries.filter(({ summary }) => summary === null)
  const same = queries.filter((query) => query.summary !== null && differsIn(query) === 0)
  return (
    <section aria-labelledby="change-rows">
      <h2 id="change-rows">{words.whatChanged}</h2>
      {differing.length === 0 && <p>{words.nothingChanged}</p>}
      {differing.map((query) => (
        <QueryRows key={query.saved_query} query={query} />
      ))}
      {missing.length > 0 && (
        <>
          <h3>{words.notCompared}</h3>
          <ul className={styles.names}>
            {missing.map(({ saved_query: id, name, reason }) => (
              <li key={id}>
                <span dir="auto">{name}</span> <span className={styles.minor}>{reason}</span>
              </li>
            ))}
          </ul>
        </>
      )}
      {same.length > 0 && (
        <details className={styles.group}>
          <summary>
            {words.unchanged} <span className={styles.minor}>{formatNumber(same.length)}</span>
          </summary>
          <ul className={styles.names}>
            {same.map(({ saved_query: id, name }) => (
              <li key={id} dir="auto">
                {name}
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  )
}

function QueryRows({ query }: { readonly query: Query }) {
  const { name, snapshot_a: a, snapshot_b: b, blame } = query
  const rows = rowsOfQuery(query).slice(0, MOST_ROWS)
  const left = differsIn(query) - rows.length
  return (
    <>
      <h3>
        <span dir="auto">{name}</span>
        {a !== null && b !== null && (
          <Link to="/history/compare" search={{ snapshot_a: a, snapshot_b: b }} className={styles.compare}>
            {words.compare}
          </Link>
        )}
      </h3>
      {blame?.message != null && (
        <p className={text.caption}>
          {words.blameUnknown} {blame.message}
        </p>
      )}
      <div className={styles.scroll}>
        <table className={styles.rows} aria-label={name}>
          <thead>
            <tr>
              <th scope="col">{words.kind}</th>
              <th scope="col">{words.object}</th>
              <th scope="col">{words.values}</th>
              <th scope="col">{words.who}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <DifferingRow key={row.key} row={row} />
            ))}
          </tbody>
        </table>
      </div>
      {left > 0 && <p className={text.caption}>{words.more(left)}</p>}
    </>
  )
}

const DifferingRow = ({ row: { kind, object, values, blame } }: { readonly row: ReportRow }) => (
  <tr>
    <td>
      <span className={`${styles.kind} ${styles[kind]}`}>{words.rowKinds[kind]}</span>
    </td>
    <td>
      <code>{object}</code>
    </td>
    <td>
      <ul className={styles.values}>
        {values.slice(0, MOST_VALUES).map(({ name, before, after }) => (
          <li key={name}>
            <span className={styles.minor}>{name}</span>{' '}
            {kind === 'changed' ? (
              <>
                <del>{before ?? words.emptyValue}</del> <ins>{after ?? words.emptyValue}</ins>
              </>
            ) : (
              (before ?? after)
            )}
          </li>
        ))}
        {values.length > MOST_VALUES && <li>{words.more(values.length - MOST_VALUES)}</li>}
      </ul>
    </td>
    <td>{blame && <RowAuthor blame={blame} />}</td>
  </tr>
)
