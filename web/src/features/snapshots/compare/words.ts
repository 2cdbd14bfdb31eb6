import { formatNumber, plural } from '../../../lib/i18n/plural.ts'
import type { Change, QuietGrouping } from './comparison.ts'

const some = (count: number, one: string, other: string): string => (count === 0 ? '' : plural(count, { one, other }))
const isTenant = (place: string): boolean => place.startsWith('tn-')
const isNode = (place: string): boolean => place.includes('/node-')

/** What groups are called: places are tenants and nodes. */
const QUIET: Readonly<Record<QuietGrouping, (names: readonly string[]) => string>> = {
  place: (names) => {
    const [tenants, nodes] = [names.filter(isTenant).length, names.filter(isNode).length]
    const parts = [
      some(tenants, '# tenant', '# tenants'),
      some(nodes, '# node', '# nodes'),
      some(names.length - tenants - nodes, '# other place', '# other places'),
    ]
    return parts.filter(Boolean).join(' and ')
  },
  class: ({ length }) => some(length, '# class', '# classes'),
  parent: ({ length }) => some(length, '# parent object', '# parent objects'),
}

const rows = (count: number): string => plural(count, { one: '# row', other: '# rows' })

/** The words of a comparison. */
export const words = {
  title: 'Compare',
  titleOf: (query: string) => `Changes of ${query}`,
  trail: 'History',
  failure: 'The captures could not be read.',
  failed: 'The captures could not be compared',
  retry: 'Retry',
  request: (id: string) => ` Request ${id}.`,
  comparing: 'Comparing…',
  // Sides
  before: 'Before',
  after: 'After',
  from: 'From',
  to: 'to',
  live: 'Now, on the controller',
  liveAt: 'now',
  pick: 'Choose a capture',
  findCapture: 'Find by date, note or person',
  connection: 'Connection',
  allConnections: 'All connections',
  ofDay: (date: string) => `Captures of ${date}`,
  everyDay: 'Every day',
  noCapture: 'No capture fits.',
  swap: 'Swap',
  swapWhy: 'Compares in the other direction',
  swapLive: 'What the controller says now can only be the later side.',
  earlierPair: 'Earlier pair',
  laterPair: 'Later pair',
  noEarlier: 'This is the first pair.',
  noLater: 'This is the newest pair.',
  compareLive: 'Compare with now',
  liveTitle: 'This compares with what the controller says now',
  liveText: 'That runs the query. Nothing is kept but the run.',
  runAndCompare: 'Run and compare',
  openRun: 'Open run',
  // Without a pair
  none: 'There is nothing to compare yet',
  noneText: 'A comparison takes two captures of a query. Capture it now, and again after the change.',
  openHistory: 'Open history',
  oneOnly: 'There is one capture so far. Compare it with what the controller says now, or capture again later.',
  // Counts
  summary: 'Summary',
  counts: {
    added: (count: number) => `${formatNumber(count)} added`,
    removed: (count: number) => `${formatNumber(count)} removed`,
    changed: (count: number) => `${formatNumber(count)} changed`,
    unchanged: (count: number) => `${formatNumber(count)} unchanged`,
  },
  attributes: 'Changed attributes',
  attribute: (name: string, count: number) => `${name} ${formatNumber(count)}`,
  moreAttributes: (count: number) => `${formatNumber(count)} more`,
  fewerAttributes: 'Fewer',
  who: 'Who changed it',
  whoWhy: 'Reads the audit log of the controller between the two captures, once.',
  blame: {
    failure: (source: 'kept' | 'read' | 'unavailable', message: string) =>
      source === 'unavailable'
        ? `Who changed the rows is not known. ${message}`
        : `Who changed some of the rows may not be known. ${message}`,
  },
  same: 'Nothing changed',
  sameText: (count: number) =>
    count === 1 ? 'The one row is equal on both sides.' : `All ${formatNumber(count)} rows are equal on both sides.`,
  sameIgnored: (count: number) => plural(count, { one: ' # field was ignored.', other: ' # fields were ignored.' }),
  truncated: (listed: number) =>
    `The first ${formatNumber(listed)} rows are listed, and the counts are those of all. Export has every change.`,
  // Arranging
  view: 'View',
  views: { inline: 'Inline', side: 'Side by side', full: 'Full rows' },
  find: 'Find in changes',
  hits: (hits: number) => `${rows(hits)} shown`,
  group: 'Group by',
  groupBy: (what: string) => `By ${what}`,
  groups: {
    place: 'tenant or node',
    class: 'class',
    parent: 'parent object',
    change: 'kind of change',
    none: 'nothing',
  },
  noGroup: { place: 'elsewhere', class: 'without a class' },
  groupCounts: ({ added, removed, changed }: Readonly<Record<Change, number>>) =>
    [
      added > 0 && `+${formatNumber(added)}`,
      removed > 0 && `−${formatNumber(removed)}`,
      changed > 0 && `~${formatNumber(changed)}`,
    ]
      .filter(Boolean)
      .join(' '),
  foldAll: 'Fold all',
  unfoldAll: 'Unfold all',
  ignoring: (count: number) => `Ignoring ${count}`,
  ignoredFields: 'Fields that do not count as a change',
  ignoreMore: 'Ignore another field',
  addIgnored: 'Ignore',
  usualIgnored: 'Back to your settings',
  key: (name: string) => `Key ${name}`,
  wholeRow: 'whole row',
  keyTitle: 'Rows are the same row if these are equal',
  keyUsual: 'Back to the DN',
  keyRepeats: (count: number) =>
    plural(count, {
      one: '# key belongs to more than one row. Such rows were paired in the order of their content.',
      other: '# keys belong to more than one row. Such rows were paired in the order of their content.',
    }),
  findColumn: 'Find a column',
  apply: 'Apply',
  noColumn: 'No column fits.',
  // Rows
  changes: 'Changes',
  columns: { row: 'Row', field: 'Field', before: 'Before', after: 'After' },
  signs: { added: '+', removed: '−', changed: '~' },
  kinds: { added: 'added', removed: 'removed', changed: 'changed' },
  hidden: (count: number) => plural(count, { one: '# unchanged column hidden', other: '# unchanged columns hidden' }),
  moreFields: (count: number) => plural(count, { one: '# more field', other: '# more fields' }),
  noHit: 'No change fits.',
  noHitText: 'Search for something else, or show every kind of change.',
  showAll: 'Show all changes',
  walk: (number: number, count: number) => `${formatNumber(number)} of ${formatNumber(count)}`,
  walkNone: (count: number) => plural(count, { one: '# change', other: '# changes' }),
  reviewed: 'Reviewed',
  reviewedBy: (who: string, at: string) => `Reviewed by ${who}, ${at}`,
  somebody: 'somebody who was deleted',
  reviewedCount: (count: number, isHidden: boolean) => `${formatNumber(count)} reviewed${isHidden ? ', hidden' : ''}`,
  allReviewed: (count: number) =>
    plural(count, { one: 'The one change was reviewed.', other: 'All # changes were reviewed.' }),
  mark: 'Reviewed',
  markWhy: 'Marks this change for everybody, and goes on to the next',
  markNone: 'Choose a change first.',
  quiet: (grouping: QuietGrouping, names: readonly string[]) => `${QUIET[grouping](names)} without change`,
  moreGroups: (count: number) => `and ${formatNumber(count)} more`,
  previous: 'Previous change',
  next: 'Next change',
  rowTitle: { added: 'Added row', removed: 'Removed row', changed: 'Changed row' },
  was: (at: string) => `Before: ${at}`,
  // Export, print, note
  export: 'Export',
  exportAll: {
    csv: 'All changes, comma-separated',
    ndjson: 'All changes, JSON lines',
    parquet: 'All changes, Parquet',
  },
  notOfNow: 'Only the server writes these files, and it has not kept what was compared with now.',
  exported: 'changes',
  explain: 'Explain',
  explained: 'What changed, in words',
  print: 'Print',
  printed: (shown: number, all: number) =>
    shown === all ? rows(all) : `The first ${formatNumber(shown)} of ${rows(all)}`,
  printedTerms: (keys: readonly string[], ignored: readonly string[]) =>
    [
      keys.length === 0 ? 'Two rows are the same only if all their columns are equal.' : `Rows by ${keys.join(', ')}.`,
      ignored.length > 0 && `Not compared: ${ignored.join(', ')}.`,
    ]
      .filter(Boolean)
      .join(' '),
  note: 'Note…',
} as const

/** The words of a comparison that becomes a schedule. */
export const scheduleWords = {
  open: 'Schedule this check…',
  title: 'Schedule this check',
  text: (ignored: number | undefined, keys: readonly string[] | undefined) =>
    [
      'Runs the query on this connection, keeps what it finds, and compares it with the capture before.',
      ignored !== undefined &&
        plural(ignored, {
          one: '# field does not count as a change, as here.',
          other: '# fields do not count as a change, as here.',
        }),
      keys && `Rows are the same row if ${keys.join(' and ')} ${keys.length === 1 ? 'is' : 'are'} equal, as here.`,
    ]
      .filter(Boolean)
      .join(' '),
  keyLost: (names: readonly string[]) =>
    `${names.map((name) => `“${name}”`).join(' and ')} ${names.length === 1 ? 'is no longer a column' : 'are no longer columns'} of the query.`,
  keyLostSince: (at: string) =>
    `That is what its newest capture says, of ${at}. Choose another key first, or bring the column back.`,
  name: 'Name',
  usualName: (query: string) => `Changes of ${query}`.slice(0, 200),
  when: 'When',
  zone: (zone: string) => `In your time zone, ${zone}.`,
  rhythms: {
    weekdays: 'Every weekday at 06:30',
    daily: 'Every day at 06:30',
    hourly: 'Every hour',
    own: 'By a cron expression',
  },
  cron: 'Cron expression',
  notify: 'Notify me when something changed',
  verb: 'Schedule',
  done: (name: string) => `Scheduled “${name}”.`,
} as const
