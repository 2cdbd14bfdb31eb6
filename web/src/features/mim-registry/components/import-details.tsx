import { Fact } from '../../../components/fact.tsx'
import { DataTable, type TableColumn } from '../../../components/table.tsx'
import text from '../../../components/text.module.css'
import { TimeText } from '../../../components/time-text.tsx'
import type { Wire } from '../../../lib/api/wire.ts'
import { formatNumber } from '../../../lib/i18n/plural.ts'
import { formatDuration } from '../../../lib/time/format-time.ts'
import { words } from '../words.ts'
import styles from './import-details.module.css'

/** What came of an import, and the classes that failed. */
export function ImportDetails({ run, failed_recent: failed }: Wire.RunDetail) {
  const facts = words.importFacts
  return (
    <>
      <dl className={styles.facts}>
        <Fact name={facts.source} value={words.sources[run.source]} />
        <Fact name={facts.started} value={<TimeText at={run.started_at} isAbsolute />} />
        {run.finished_at !== null && (
          <Fact name={facts.took} value={formatDuration(Date.parse(run.finished_at) - Date.parse(run.started_at))} />
        )}
        <Fact name={facts.by} value={run.started_by} />
        <Fact name={facts.imported} value={formatNumber(run.completed_count)} />
        <Fact name={facts.fallback} value={formatNumber(run.fallback_count)} />
        <Fact name={facts.missing} value={formatNumber(run.not_found_count)} />
        <Fact name={facts.failed} value={formatNumber(run.failed_count)} />
        <Fact name={facts.atOnce} value={run.concurrency} />
      </dl>
      {failed.length > 0 && (
        <section aria-labelledby="failures">
          <div className={styles.part}>
            <h2 id="failures">{words.failures}</h2>
            {run.failed_count > failed.length && (
              <p className={styles.quiet}>{words.failuresNewest(failed.length, run.failed_count)}</p>
            )}
          </div>
          <DataTable label={words.failures} columns={COLUMNS} rows={failed} keyOf={({ id }) => id} />
        </section>
      )}
    </>
  )
}

const COLUMNS: readonly TableColumn<Wire.MimImportJob>[] = [
  {
    name: 'class',
    title: words.class,
    width: '28%',
    cell: ({ class_pkg: of, class_name: name }) => <code>{`${of}${name}`}</code>,
  },
  { name: 'reason', title: words.reason, cell: ({ last_error: reason }) => reason },
  {
    name: 'status',
    title: words.status,
    width: '96px',
    cell: ({ http_status_last: status }) => status ?? <span className={text.caption}>{words.noAnswer}</span>,
  },
  {
    name: 'tried',
    title: words.tried,
    width: '140px',
    cell: ({ attempted_versions: versions }) => versions.length > 0 && <code>{versions.join(', ')}</code>,
  },
  { name: 'tries', title: words.tries, isNumber: true, width: '72px', cell: ({ retry_count: retries }) => retries + 1 },
]
