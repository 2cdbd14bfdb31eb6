import type { Static } from 'typebox'
import type { taskExpectationChanged } from '../schedules/index.ts'
import type { Notice } from './notice.ts'
import { cutPlainText, LONGEST_TITLE_NAME, onOneLine, quotedName } from './plain-text.ts'

type Changed = Static<typeof taskExpectationChanged.schema>

const MOST_COLUMNS = 5
const LONGEST_VALUE = 80
const LONGEST_REASON = 500
const MOST_NAMES = 3

export function expectationNotice(changed: Changed): Notice {
  const passes = changed.status === 'passed'
  return {
    category: 'scheduled_task',
    severity: passes ? 'info' : 'warning',
    title: `Scheduled task ${quotedName(changed.task_name)}: the result is ${passes ? 'as expected again' : 'not as expected'}`,
    body: passes ? `${subjectOf(changed)} returns what is expected again.` : failureText(changed),
    link: `/queries/scheduled-executions/${changed.scheduled_execution_id}/`,
  }
}

function failureText(changed: Changed): string {
  const reason = `${subjectOf(changed)}: ${cutPlainText(onOneLine(changed.reason ?? ''), LONGEST_REASON)}.`
  return [reason, ...changed.failing_rows.map(describeRow)].join('\n\n')
}

/** The query, and the connections it read. */
function subjectOf({ query_name, connection_names }: Changed): string {
  const query = query_name === null ? 'The query' : `Query ${quotedName(query_name)}`
  if (connection_names.length === 0) return query
  const named = connection_names.slice(0, MOST_NAMES).map(quotedName)
  const more = connection_names.length - named.length
  return `${query} on ${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}

/** The DN on a line of its own, then the first other columns. */
function describeRow({ dn, className: _, ...columns }: Changed['failing_rows'][number]): string {
  const all = Object.entries(columns).filter(([, value]) => value !== null && value !== '')
  const shown = all
    .slice(0, MOST_COLUMNS)
    .map(([name, value]) => `${cut(name, LONGEST_TITLE_NAME)} ${cut(asText(value), LONGEST_VALUE)}`)
  const lines = [
    ...(typeof dn === 'string' ? [cut(dn, 2 * LONGEST_VALUE)] : []),
    ...(shown.length > 0 ? [`  ${shown.join(', ')}`] : []),
  ]
  return lines.join('\n')
}

const asText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))
const cut = (text: string, longest: number): string => cutPlainText(onOneLine(text), longest)
