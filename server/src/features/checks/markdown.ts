import { SEVERITIES } from '@heddle/contract/queries.ts'
import type { ReportedCheck } from './reported-check.ts'

type ReportedCase = Pick<ReportedCheck, 'name' | 'folder' | 'severity' | 'status' | 'reason'>

const TITLES = {
  failed: 'Failed',
  error: 'Could not run',
  look: 'To look at',
  passed: 'Passed',
  waived: 'Waived',
  not_applicable: 'Not applicable',
} as const
type Status = keyof typeof TITLES

const STATUSES = Object.keys(TITLES) as Status[]
const NO_FOLDER = 'No folder'

/** A report for people, such as for a merge request: first what is not as expected, the worst first. */
export function* markdownReport(cases: readonly ReportedCase[]): Generator<string> {
  const having = (status: Status) => cases.filter((one) => one.status === status)
  yield `# ${cases.length === 1 ? '1 check' : `${cases.length} checks`}\n\n`
  yield `${STATUSES.map((status) => `${having(status).length} ${TITLES[status].toLowerCase()}`).join(', ')}.\n`
  for (const status of STATUSES) {
    const found = having(status).toSorted((one, other) => rank(other) - rank(one))
    if (found.length > 0) yield* section(status, found)
  }
}

const rank = ({ severity }: ReportedCase): number => SEVERITIES.indexOf(severity)

function* section(status: Status, cases: readonly ReportedCase[]): Generator<string> {
  yield `\n## ${TITLES[status]}\n\n| Severity | Check | Folder | Reason |\n| --- | --- | --- | --- |\n`
  for (const { severity, name, folder, reason } of cases)
    yield `| ${severity} | ${plain(name)} | ${plain(folder || NO_FOLDER)} | ${plain(reason ?? '')} |\n`
}

/** Any text as one cell, in which nothing is markup: names and reasons are what users and controllers wrote. */
function plain(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[\p{Cc}\u{2028}\u{2029}]+/gu, ' ')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll(/[\\`*_{}[\]()#+!|~>@:-]/g, (sign) => `\\${sign}`)
    .trim()
}
