/** The lines of the list of what happened. Names are shown as they are: pages and mails treat them as plain text. */

type Counts = { readonly added: number; readonly removed: number; readonly changed: number }

export function captureTitle(queryName: string, counts: Counts): string {
  const parts = (['added', 'removed', 'changed'] as const).filter((kind) => counts[kind] > 0)
  return `"${queryName}": ${parts.map((kind) => `${counts[kind]} ${kind}`).join(', ')}`
}

/** Of one query, or of several with the names of the first ones. */
export function checkTitle(names: readonly string[], queries: number): string {
  const quoted = names.map((name) => `"${name}"`).join(', ')
  if (queries === 1) return `${quoted}: the result is not as expected`
  const more = queries > names.length ? ` and ${queries - names.length} more` : ''
  return `${queries} results are not as expected: ${quoted}${more}`
}

const TASK = {
  failed: 'failed',
  paused: 'failed and was paused',
  late: 'ran late',
  overdue: 'is overdue',
} as const

export const taskTitle = (name: string, state: keyof typeof TASK): string => `Scheduled task "${name}" ${TASK[state]}`

const REQUEST: Readonly<Record<string, string>> = {
  succeeded: 'succeeded',
  failed: 'failed',
  cancelled: 'was cancelled',
  waiting: 'waits for your approval',
}

export const requestTitle = (templateName: string, status: string): string =>
  `Request from "${templateName}" ${REQUEST[status] ?? `is ${status}`}`

const REASONS: Readonly<Record<string, string>> = {
  unreachable: 'cannot be reached',
  tls: 'has a certificate that is not trusted',
  login_failed: 'refused the login',
  controller_timeout: 'did not answer in time',
}

/** Without a reason: the newest test failed. */
export const faultTitle = (kind: 'Controller' | 'Automation server', name: string, reason: string | null): string =>
  `${kind} "${name}" ${reason === null ? 'failed its test' : (REASONS[reason] ?? 'cannot be used')}`
