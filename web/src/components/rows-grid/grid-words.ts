import { formatNumber, plural } from '../../lib/i18n/plural.ts'

/** The words of the grid of rows. */
export const words = {
  title: 'Rows',
  find: 'Find in rows',
  cell: 'Cell',
  filters: 'Filters',
  filterCount: (count: number) => (count === 0 ? 'Filters' : `Filters, ${count}`),
  filter: 'Filter',
  filterOf: (column: string) => `Filter ${column}`,
  clearFilters: 'Clear filters',
  export: 'Export',
  viewAs: { csv: 'This view, comma-separated', ndjson: 'This view, JSON lines' },
  noExcel: 'Only the server writes Excel files, and these rows are not its own.',
  count: (count: number) => plural(count, { one: '# row', other: '# rows' }),
  hits: (hits: number, count: number) => `${formatNumber(hits)} of ${plural(count, { one: '# row', other: '# rows' })}`,
  loading: ', loading…',
  cut: (shown: number, total: number) =>
    `Showing the first ${formatNumber(shown)} of ${formatNumber(total)} rows. Narrow the query to see the others here, or download all of them with Export.`,
  stale: 'These are the rows of the run before. The new ones are on their way.',
  none: 'There are no rows.',
  noHit: 'No row fits.',
  noHitText: 'Search for something else, or clear the filters.',
  clear: 'Show all rows',
  failures: {
    403: [
      'You may not see these rows',
      'It takes the permission to view the query and its runs. Ask an administrator of Heddle for it.',
    ],
    404: ['The rows are gone', 'They were deleted with their run. Run the query again to get new ones.'],
    0: ['The connection to Heddle broke off', 'Check your network, then try again.'],
  } as Readonly<Record<number, readonly [string, string]>>,
  failed: 'The rows could not be read',
  partly: (count: number) =>
    `Only ${plural(count, { one: 'the first row', other: 'the first # rows' })} could be read.`,
  copied: (rows: number) => plural(rows, { one: 'Copied # row.', other: 'Copied # rows.' }),
  tooMuch: 'That is too much for the clipboard. Use Export instead.',
  noDn: 'These rows have no column with a DN.',
  distinct: (count: number) => plural(count, { one: '# different value', other: '# different values' }),
} as const
