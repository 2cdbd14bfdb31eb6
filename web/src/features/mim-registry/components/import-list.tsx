import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Light, type LightColor } from '../../../components/light.tsx'
import { Read } from '../../../components/read.tsx'
import { DataTable, LoadingTable, type TableColumn } from '../../../components/table.tsx'
import text from '../../../components/text.module.css'
import { TimeText } from '../../../components/time-text.tsx'
import type { Wire } from '../../../lib/api/wire.ts'
import { formatNumber } from '../../../lib/i18n/plural.ts'
import { useHeddle } from '../../../lib/session/context.tsx'
import { importList } from '../api.ts'
import { words } from '../words.ts'
import styles from './import-list.module.css'

/** The imports so far, newest first; one that failed is resumed on its page. */
export function ImportList() {
  const found = useQuery(importList(useHeddle()))
  return (
    <section aria-labelledby="imports">
      <div className={styles.part}>
        <h2 id="imports">{words.imports}</h2>
      </div>
      <Read
        of={found}
        failure={words.importsFailure}
        permission="administrators"
        skeleton={<LoadingTable columns={COLUMNS} lines={3} />}
      >
        {({ results }) =>
          results.length === 0 ? (
            <p className={styles.quiet}>{words.noImports}</p>
          ) : (
            <DataTable label={words.imports} columns={COLUMNS} rows={results} keyOf={({ id }) => id} />
          )
        }
      </Read>
    </section>
  )
}

const COLORS: Readonly<Record<Wire.MimImportRun['state'], LightColor>> = {
  running: 'busy',
  cancelled: 'off',
  failed: 'bad',
  succeeded: 'ok',
}

const COLUMNS: readonly TableColumn<Wire.MimImportRun>[] = [
  {
    name: 'version',
    title: words.version,
    width: '240px',
    cell: ({ id, version_key: version, activates }) => (
      <>
        <Link to="/mim-registry/remote/runs/$id" params={{ id }} aria-label={words.openImport(version)}>
          {version}
        </Link>{' '}
        {!activates && <span className={text.caption}>{words.onlyCompared}</span>}
      </>
    ),
  },
  {
    name: 'state',
    title: words.state,
    width: '140px',
    cell: ({ state }) => <Light color={COLORS[state]} text={words.states[state]} />,
  },
  {
    name: 'classes',
    title: words.classes,
    isNumber: true,
    width: '100px',
    cell: ({ completed_count: count }) => formatNumber(count),
  },
  {
    name: 'failed',
    title: words.importFacts.failed,
    isNumber: true,
    width: '80px',
    cell: ({ failed_count: count }) => formatNumber(count),
  },
  {
    name: 'source',
    title: words.importFacts.source,
    width: '110px',
    isWideOnly: true,
    cell: ({ source }) => words.sources[source],
  },
  { name: 'by', title: words.importFacts.by, width: '140px', isWideOnly: true, cell: ({ started_by: by }) => by },
  { name: 'when', title: words.when, cell: ({ started_at: at }) => <TimeText at={at} /> },
]
