import { Link } from '@tanstack/react-router'
import { Fact } from '../../../components/fact.tsx'
import { Light } from '../../../components/light.tsx'
import { DataTable } from '../../../components/table.tsx'
import { TimeText } from '../../../components/time-text.tsx'
import type { Wire } from '../../../lib/api/wire.ts'
import { formatDuration } from '../../../lib/time/format-time.ts'
import { words } from '../words.ts'
import { runConnectionName, triggerWord } from './run-name.ts'
import { valueText } from './rerun.ts'
import styles from './run-facts.module.css'

const WORTH_A_WORD_MS = 1_000

/** What ran, where, when, by whom, with which values. */
export function RunFactList({ run }: { readonly run: Wire.ExecutionLog }) {
  const variables = Object.entries(run.variables)
  return (
    <dl className={styles.facts}>
      <Fact name={words.rows} value={run.status === 'success' ? words.rowCount(run.row_count) : '–'} />
      <Fact name={words.duration} value={run.duration_ms === null ? '–' : formatDuration(run.duration_ms)} />
      {(run.waited_ms ?? 0) >= WORTH_A_WORD_MS && (
        <Fact name={words.waited} value={words.waitedFor(formatDuration(run.waited_ms ?? 0))} />
      )}
      <Fact name={words.connection} value={runConnectionName(run)} />
      <Fact name={words.when} value={<TimeText at={run.executed_at} isAbsolute />} />
      <Fact name={words.user} value={run.user} />
      <Fact name={words.trigger} value={triggerWord(run.trigger)} />
      {run.saved_query_version !== null && <Fact name={words.version} value={`v${run.saved_query_version}`} />}
      {variables.map(([name, value]) => (
        <Fact key={name} name={name} value={<code>{valueText(value)}</code>} />
      ))}
    </dl>
  )
}

/** What its administrator fixes. */
const OF_THE_CONNECTION: ReadonlySet<string> = new Set(['unreachable', 'tls', 'login_failed', 'forbidden'])

/** It spent more time waiting for its turn than reading: filters would not help. */
const isWaitingInVain = ({ reason, waited_ms, duration_ms }: Wire.ExecutionLog): boolean =>
  reason === 'deadline' && (waited_ms ?? 0) > (duration_ms ?? 0) / 2

/** What went wrong, in words, and what helps. */
export function RunFailureNote({ run }: { readonly run: Wire.ExecutionLog }) {
  if (run.status !== 'failure' && run.status !== 'timeout') return null
  const [what, remedy] =
    run.reason === null ? [undefined, undefined] : isWaitingInVain(run) ? words.waitedInVain : words.reasons[run.reason]
  return (
    <div role="alert" className={styles.failure}>
      {what !== undefined && <strong>{what}</strong>}
      <p>{run.error_message}</p>
      {remedy !== undefined && <p>{remedy}</p>}
      {run.reason !== null && OF_THE_CONNECTION.has(run.reason) && (
        <Link to="/controller/connections/">{words.connections}</Link>
      )}
    </div>
  )
}

export const RunWarnings = ({ warnings }: { readonly warnings: readonly string[] }) =>
  warnings.length === 0 ? null : (
    <ul aria-label={words.warnings} className={styles.warnings}>
      {warnings.map((warning) => (
        <li key={warning}>{warning}</li>
      ))}
    </ul>
  )

const VERDICTS = {
  passed: { color: 'ok', text: words.expected },
  failed: { color: 'bad', text: words.unexpected },
  look: { color: 'warn', text: words.look },
  waived: { color: 'off', text: words.waived },
  not_applicable: { color: 'off', text: words.notApplicable },
} as const

/** Whether the rows are what the query expects of them; the first ones that are not. */
export function RunExpectation({ run: { expectation, saved_query: query } }: { readonly run: Wire.ExecutionLog }) {
  if (expectation === null) return null
  const { status, reason, failing_rows: rows } = expectation
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  return (
    <section aria-label={words.expectation} className={styles.expectation}>
      <p className={styles.verdict}>
        <Light {...VERDICTS[status]} />
        {reason !== null && <span>{reason}</span>}
        {query !== null && (
          <Link to="/history/checks" search={{ saved_query: query }}>
            {words.sinceWhen}
          </Link>
        )}
      </p>
      {rows.length > 0 && (
        <details open className={styles.failing}>
          <summary>{words.failingRows(rows.length)}</summary>
          <DataTable
            label={words.unexpected}
            columns={columns.map((name) => ({
              name,
              title: name,
              cell: (row: Readonly<Record<string, unknown>>) => (
                <code>{row[name] === undefined ? '' : valueText(row[name])}</code>
              ),
            }))}
            rows={rows}
            keyOf={(row) => JSON.stringify(row)}
          />
        </details>
      )}
    </section>
  )
}
