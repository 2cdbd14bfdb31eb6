import { useQuery } from '@tanstack/react-query'
import { Light } from '../../../components/light.tsx'
import { RowAuthor } from '../../../components/row-author.tsx'
import { Read } from '../../../components/read.tsx'
import { type Cell, cellText } from '../../../components/rows-grid/cell.ts'
import { EmptyState } from '../../../components/states.tsx'
import { DataTable, Pager, type TableColumn } from '../../../components/table.tsx'
import type { Wire } from '../../../lib/api/wire.ts'
import { formatNumber } from '../../../lib/i18n/plural.ts'
import { useHeddle } from '../../../lib/session/context.tsx'
import { requestRows, ROWS_PER_PAGE } from '../api.ts'
import { words } from '../words.ts'
import styles from './automation.module.css'

type Props = {
  readonly request: Wire.AutomationRequestDetail
  readonly page: number
  readonly onPage: (page: number) => void
}

/** The rows as they were launched; once the source was read again, whether each is as it should be. */
export function RequestRows({ request: { id, verification }, page, onPage }: Props) {
  const found = useQuery(requestRows(useHeddle(), id, page))
  return (
    <Read of={found} failure={words.requestFailure} permission="automation.view_request">
      {({ results, count }) =>
        results.length === 0 ? (
          <EmptyState title={words.noRows} />
        ) : (
          <>
            <DataTable
              label={words.rowsTitle}
              columns={columnsOf(results, verification)}
              rows={results}
              keyOf={({ index }) => index}
            />
            {count > ROWS_PER_PAGE && <Pager page={page} pageSize={ROWS_PER_PAGE} count={count} onPage={onPage} />}
          </>
        )
      }
    </Read>
  )
}

function columnsOf(
  rows: readonly Wire.LaunchedRow[],
  verification: Wire.Verification | null,
): readonly TableColumn<Wire.LaunchedRow>[] {
  const names = [...new Set(rows.flatMap(({ values }) => Object.keys(values)))]
  const verdicts = new Map(verification?.rows.map(({ index, holds }) => [index, holds]))
  return [
    {
      name: 'number',
      title: words.rowNumber,
      isNumber: true,
      width: '70px',
      cell: ({ index }) => formatNumber(index + 1),
    },
    ...(verdicts.size === 0
      ? []
      : [
          {
            name: 'verdict',
            title: words.check,
            width: '150px',
            cell: ({ index }: Wire.LaunchedRow) =>
              verdicts.has(index) && (
                <Light
                  color={verdicts.get(index) === true ? 'ok' : 'bad'}
                  text={verdicts.get(index) === true ? words.holds : words.differs}
                />
              ),
          },
        ]),
    ...(verification?.blame
      ? [
          {
            name: 'author',
            title: words.changedBy,
            width: '220px',
            cell: ({ blame }: Wire.LaunchedRow) => blame && <RowAuthor blame={blame} />,
          },
        ]
      : []),
    ...names.map((name) => ({
      name: `value ${name}`,
      title: name,
      cell: ({ values }: Wire.LaunchedRow) => (
        <span className={styles.code}>{values[name] === undefined ? '' : cellText(values[name] as Cell)}</span>
      ),
    })),
  ]
}
