import {
  AUDIT_ACTIONS,
  AUDIT_CATEGORIES,
  AUDIT_GROUPS,
  type AuditCategory,
  type AuditGroup,
  CATEGORY_RULES,
  DEFAULT_AUDIT_SETTINGS,
} from '@heddle/domain/audit/actions.ts'
import { LARGEST_AUDIT_CONTENT_BYTES, LONGEST_RETENTION_DAYS } from '@heddle/contract/audit.ts'
import { SEARCH_REACH, SEARCH_WINDOW } from './audit-search.store.ts'
import { EXPORT_ROWS } from './audit.service.ts'
import { COUNT_BOUND } from '../../platform/sql/bounded-count.ts'

export const AUDIT_DOCUMENT = new URL('../../../../docs/audit.md', import.meta.url)

const number = (value: number): string => value.toLocaleString('en')
const { content_max_bytes: maxBytes, compress_threshold_bytes: compressBytes } = DEFAULT_AUDIT_SETTINGS

const HEAD = `<!-- Made by \`npm run docs\` from domain/src/audit/actions.ts. -->

# Audit log

Who did what, and from where. An entry is written in the transaction of what it tells: there is none without the act, and no act
without it. Entries can not be written, changed or deleted through the interface; they go when their time is over. All of
\`/api/audit/\` is for administrators. Why it is built this way stands in [ADR 0008](adr/0008-audit-log.md).

## Reading

- \`GET /api/audit/logs/\` lists newest first. Filters are combined: \`category\`, \`action\`, \`user\` (id), \`username\` and \`ip\` (both
  exactly), \`created_after\` and \`created_before\` (both inclusive), \`search\` (part of the description, in upper or lower case).
  \`ordering\` takes \`created_at\` and \`id\`. Names nobody knows give an empty list; values that can not be used are 400, all in one answer.
- Up to ${number(COUNT_BOUND)} matches \`count\` is counted, unless the database's statistics say that there are more. Above, it is an estimate
  from these statistics, and \`count_is_exact\` is \`false\`. With \`search\` it is already an estimate when the newest ${number(SEARCH_WINDOW)}
  entries hold enough matches for the page and are not all there are. \`next\` is right in any case.
- To walk far back, narrow the list instead of counting pages: pass the \`created_at\` of the last entry as \`created_before\`, and drop
  what you have seen already (entries of that very millisecond come again). That is as quick for the last entry as for the first,
  while page 20,000 reads all pages before it.
- A \`search\` without three letters or digits in a row (a to z, 0 to 9) can not use the index. It looks through the first
  ${number(SEARCH_REACH)} entries of the list; when they are not all and do not fill the page, the answer is a 400 that says so. Another filter
  beside it helps. The export looks through everything.
- \`GET /api/audit/logs/<id>/\` adds \`content\`: what was sent or changed. Values of secret-sounding names are \`***\`, in \`metadata\` too.
  Content above \`compress_threshold_bytes\` (${number(compressBytes)}) is stored compressed, above \`content_max_bytes\` (${number(maxBytes)}) it is cut: it
  comes as text then, and \`metadata\` has \`content_cut\`.
- \`GET /api/audit/logs/stats/?window=24h\` (or \`7d\`, \`30d\`) counts entries by category, failed attempts to sign in and different usernames;
  \`system\`, who acts in the background, is one of them, and so is a name that was only typed.
- \`GET /api/audit/logs/export/\` is a CSV file of at most ${number(EXPORT_ROWS)} entries, with the filters and the order of the list. What a
  spreadsheet would take for a formula gets a leading apostrophe. The export leaves an entry itself.
- \`GET /api/audit/login-attempts/\` lists every attempt to sign in, also by names that do not exist: \`username\`, \`success\`, \`ip\`,
  \`attempted_after\`, \`attempted_before\`.

## Settings

\`GET\` and \`PATCH /api/audit/settings/\`; a change says only what it changes, and leaves an entry. A group that is switched off writes
nothing. \`retention_days\` are 1 to ${number(LONGEST_RETENTION_DAYS)}; what is older goes within the hour. Attempts to sign in are kept as long as
\`authentication\`. Both byte limits are 0 to ${number(LARGEST_AUDIT_CONTENT_BYTES)}; they count for entries written from then on.
`

/** The document for administrators, so that it can not differ from what is recorded. */
export const describeLog = (): string => [HEAD, '## Groups', '', groupTable(), '', '## Actions', '', ...sections()].join('\n')

function groupTable(): string {
  const rows = AUDIT_GROUPS.map((group) => [`\`${group}\``, categoriesOf(group).map(describeCategory).join(', ')])
  return alignTable([['group', 'categories and days they are kept'], ...rows])
}

const categoriesOf = (group: AuditGroup) => AUDIT_CATEGORIES.filter((category) => CATEGORY_RULES[category].group === group)
const describeCategory = (category: AuditCategory) => `\`${category}\` ${CATEGORY_RULES[category].retentionDays}`

/** Categories that record nothing yet have no section. */
const sections = (): string[] => AUDIT_CATEGORIES.map(section).filter((text) => text !== '')

function section(category: AuditCategory): string {
  const actions = Object.entries(AUDIT_ACTIONS).filter(([, rule]) => rule.category === category)
  if (actions.length === 0) return ''
  return `### \`${category}\`\n\n${alignTable([['action', 'meaning'], ...actions.map(([name, { means }]) => [`\`${name}\``, means])])}\n`
}

/** Columns of one width, as Prettier would make them. */
function alignTable(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  const line = (cells: readonly string[]): string => `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`
  const [head = [], ...body] = rows
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...body.map(line)].join('\n')
}
