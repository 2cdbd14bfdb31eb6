import { formatNumber, plural } from '../../lib/i18n/plural.ts'

const HOUR_SECONDS = 3_600
const DAY_SECONDS = 24 * HOUR_SECONDS

/** The words of the audit log. */
export const words = {
  title: 'Audit log',
  attempts: 'Login attempts',
  settings: 'Audit settings',
  pages: 'Audit',
  collectors: 'Collectors',
  collectorsFailure: 'The state of the collectors could not be read.',
  noCollectors: 'Records are sent nowhere',
  noCollectorsText:
    'Set SIEM_SYSLOG_URL or SIEM_OTLP_URL in every process to send audit entries, sign-ins and findings to a SIEM.',
  collectorNames: { syslog: 'Syslog over TLS', otlp: 'OpenTelemetry logs' },
  collectorStates: {
    ok: 'takes records',
    failing: 'takes nothing at present',
    held: 'waits for a transaction',
    starting: 'not tried yet',
  },
  heldText:
    'A transaction in the database has been open for long, and may still write records that come first. Look for it in pg_stat_activity.',
  since: 'Since',
  collectorFacts: {
    waiting: 'Waiting',
    oldest: 'Oldest has waited',
    lastSent: 'Last taken',
    sent: 'Taken in total',
    refused: 'Refused for good',
    lost: 'Deleted before they were sent',
  },
  waitingRows: (count: number, isExact: boolean) => `${isExact ? '' : 'more than '}${formatNumber(count)}`,
  neverSent: 'nothing yet',
  waited: (seconds: number) => {
    if (seconds < 60) return 'less than a minute'
    if (seconds < HOUR_SECONDS) return plural(Math.floor(seconds / 60), { one: '# minute', other: '# minutes' })
    if (seconds < 2 * DAY_SECONDS)
      return plural(Math.floor(seconds / HOUR_SECONDS), { one: '# hour', other: '# hours' })
    return plural(Math.floor(seconds / DAY_SECONDS), { one: '# day', other: '# days' })
  },
  entry: 'Audit entry',
  failure: 'The audit log could not be read.',
  attemptsFailure: 'The login attempts could not be read.',
  settingsFailure: 'The audit settings could not be read.',
  entryFailure: 'The entry could not be read.',
  search: 'Search descriptions',
  category: 'Category',
  anyCategory: 'Any category',
  user: 'User',
  address: 'IP address',
  from: 'From',
  until: 'Until',
  apply: 'Filter',
  filters: 'Filters',
  listed: (what: string, sentence: string | undefined) =>
    sentence === undefined ? `${what}, all of them.` : `${what} ${sentence}.`,
  allEntries: 'Entries',
  allAttempts: 'Attempts to sign in',
  chip: (name: string, value: string) => `${FILTERS[name] ?? name}: ${value}`,
  removeFilter: (name: string) => `Remove the filter ${FILTERS[name] ?? name}`,
  clear: 'Remove all',
  none: 'No entries match',
  noneText: 'Remove a filter, or look further back.',
  noEntries: 'No entries yet',
  when: 'When',
  what: 'What',
  action: 'Action',
  who: 'Who',
  whence: 'From',
  onlyOf: (name: string, value: string) => `Only ${FILTERS[name] ?? name} ${value}`,
  exportCsv: 'Export CSV',
  notExported: 'The log was not exported.',
  stats: 'Last',
  windows: { '24h': '24 hours', '7d': '7 days', '30d': '30 days' },
  entries: (count: number) => plural(count, { one: '# entry', other: '# entries' }),
  actors: (count: number) => plural(count, { one: '# user', other: '# users' }),
  failedLogins: (count: number) => plural(count, { one: '# failed login', other: '# failed logins' }),
  shown: (from: number, to: number, count: number, isExact: boolean) =>
    `${formatNumber(from)}–${formatNumber(to)} of ${isExact ? '' : 'about '}${formatNumber(count)}`,
  previous: 'Newer',
  next: 'Older',
  facts: {
    action: 'Action',
    category: 'Category',
    who: 'Who',
    when: 'When',
    address: 'From',
    agent: 'Client',
    target: 'About',
  },
  open: (type: string) => `Open the ${type.replaceAll('_', ' ')}`,
  changes: 'Before and after',
  field: 'Field',
  before: 'Before',
  after: 'After',
  unchanged: (count: number) => plural(count, { one: '# field unchanged', other: '# fields unchanged' }),
  keptItems: (count: number) => `${formatNumber(count)} unchanged`,
  metadata: 'Details',
  content: 'Content',
  noContent: 'Nothing else was recorded.',
  result: 'Result',
  success: 'succeeded',
  failed: 'failed',
  anyResult: 'Any result',
  reason: 'Reason',
  client: 'Client',
  recorded: 'What is recorded',
  recordedHint: 'A group that is switched off writes nothing. Only superusers switch off those that protect the log.',
  kept: 'How long, in days',
  keptHint: 'From 1 to 3,650. Older entries are deleted within the hour.',
  sizes: 'How much content',
  contentMax: 'Longest content, bytes',
  compressFrom: 'Compress from, bytes',
  save: 'Save',
  saved: 'The audit settings are saved.',
  nothingToSave: 'Nothing was changed.',
} as const

const FILTERS: Readonly<Record<string, string>> = {
  search: 'text',
  category: 'category',
  action: 'action',
  username: 'user',
  user: 'user id',
  ip: 'IP address',
  created_after: 'from',
  created_before: 'until',
  attempted_after: 'from',
  attempted_before: 'until',
  success: 'succeeded',
}

/** `query_management` is "query management". */
export const inWords = (name: string): string => name.replaceAll('_', ' ')
