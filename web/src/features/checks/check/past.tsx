import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Read } from '../../../components/read.tsx'
import { DataTable, type TableColumn } from '../../../components/table.tsx'
import { TimeText } from '../../../components/time-text.tsx'
import { formatNumber } from '../../../lib/i18n/plural.ts'
import { useHeddle, useMay } from '../../../lib/session/context.tsx'
import { StateLight } from '../components/state-light.tsx'
import { checkPast } from './api.ts'
import styles from './check.module.css'
import { PastChart } from './past-chart.tsx'
import { type Stretch, stretchesOf } from './stretches.ts'
import { words as checkWords } from './words.ts'

const words = checkWords.past
const MOST_STRETCHES = 5

type Props = { readonly query: string; readonly connection: string | undefined }

/** What the captures of a check come to, by what it expects today. */
export function Past({ query, connection }: Props) {
  const isAllowed = useMay('history.view_snapshot')
  const found = useQuery({ ...checkPast(useHeddle(), query, connection), enabled: isAllowed })
  return (
    <section aria-labelledby="check-past" className={styles.section}>
      <h2 id="check-past">{words.title}</h2>
      {isAllowed ? (
        <Read of={found} failure={words.failure} permission="history.view_snapshot">
          {({ results }) =>
            results.length === 0 ? (
              <p className={styles.minor}>{words.none}</p>
            ) : (
              <>
                <PastChart results={results} />
                <DataTable
                  label={words.stretches}
                  columns={COLUMNS}
                  rows={stretchesOf(results).toReversed().slice(0, MOST_STRETCHES)}
                  keyOf={({ from }) => from.snapshot}
                />
              </>
            )
          }
        </Read>
      ) : (
        <p className={styles.minor}>{words.noAccess}</p>
      )}
    </section>
  )
}

const COLUMNS: readonly TableColumn<Stretch>[] = [
  { name: 'state', title: words.state, width: '140px', cell: ({ status }) => <StateLight state={status} /> },
  {
    name: 'from',
    title: words.from,
    isGrowing: true,
    cell: ({ from }) => (
      <Link to="/history/snapshots/$id" params={{ id: from.snapshot }}>
        <TimeText at={from.at} isAbsolute />
      </Link>
    ),
  },
  {
    name: 'to',
    title: words.to,
    width: '200px',
    cell: ({ to }) => (
      <Link to="/history/snapshots/$id" params={{ id: to.snapshot }}>
        <TimeText at={to.at} isAbsolute />
      </Link>
    ),
  },
  {
    name: 'captures',
    title: words.captures,
    isNumber: true,
    width: '90px',
    cell: ({ captures }) => formatNumber(captures),
  },
  { name: 'findings', title: words.findings, isNumber: true, width: '90px', cell: ({ most }) => formatNumber(most) },
]
