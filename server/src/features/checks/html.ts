import type { Finding } from '@heddle/contract/findings.ts'
import { SEVERITIES } from '@heddle/contract/queries.ts'
import { escapeMarkup as escaped } from './escape-markup.ts'
import type { ReportedCheck } from './reported-check.ts'

const TITLES = {
  failed: 'Failed',
  error: 'Could not run',
  look: 'To look at',
  waived: 'Waived',
  not_applicable: 'Not applicable',
  passed: 'Passed',
} as const
type Status = keyof typeof TITLES

const STATUSES = Object.keys(TITLES) as Status[]
/** Of one check; the others are counted. */
const MOST_FINDINGS = 200

export const CHECKS_STYLE = `
:root { color-scheme: light dark }
body { font: 15px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem }
h2 { margin-top: 2rem } h3 { margin-bottom: 0 } .about { opacity: .75; margin: 0 }
ul.counts { display: flex; flex-wrap: wrap; gap: 1.5rem; list-style: none; padding: 0 } .counts b { font-size: 1.5rem }
table { border-collapse: collapse; width: 100%; margin: .5rem 0 }
th, td { text-align: left; vertical-align: top; padding: .25rem .75rem .25rem 0; border-bottom: 1px solid #8884 }
td { overflow-wrap: anywhere } pre { white-space: pre-wrap; font: inherit; margin: .5rem 0 }
@media print { body { margin: 0; max-width: none } section { break-inside: avoid } }
`

/** A page that stands alone and can be printed: first what is not as expected, the worst first. */
export function* htmlReport(checks: readonly ReportedCheck[]): Generator<string> {
  const having = (status: Status) => checks.filter((one) => one.status === status)
  const title = checks.length === 1 ? '1 check' : `${checks.length} checks`
  yield `<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<title>${title}</title>\n`
  yield `<meta name="viewport" content="width=device-width">\n<style>${CHECKS_STYLE}</style>\n</head>\n<body>\n<h1>${title}</h1>\n`
  yield '<ul class="counts">\n'
  for (const status of STATUSES) yield `<li><b>${having(status).length}</b> ${TITLES[status].toLowerCase()}</li>\n`
  yield '</ul>\n'
  for (const status of STATUSES) {
    const found = having(status).toSorted((one, other) => rank(other) - rank(one))
    if (found.length === 0) continue
    yield `<h2>${TITLES[status]}</h2>\n`
    for (const check of found) yield* section(check)
  }
  yield '</body>\n</html>\n'
}

const rank = ({ severity }: ReportedCheck): number => SEVERITIES.indexOf(severity)

function* section(check: ReportedCheck): Generator<string> {
  const { name, folder, severity, status, reason, remedy, findings } = check
  const about = [severity, folder].filter((text) => text !== '').join(' · ')
  yield `<section>\n<h3>${escaped(name)}</h3>\n<p class="about">${escaped(about)}</p>\n`
  if (reason !== null) yield `<p>${escaped(reason)}</p>\n`
  if (remedy !== '' && status !== 'passed' && status !== 'not_applicable') yield `<pre>${escaped(remedy)}</pre>\n`
  if (findings.length > 0) yield* findingTable(findings)
  yield '</section>\n'
}

function* findingTable(findings: readonly Finding[]): Generator<string> {
  yield '<table>\n<thead><tr><th>Resource</th><th>Reason</th></tr></thead>\n<tbody>\n'
  for (const { resource, reason, waiver } of findings.slice(0, MOST_FINDINGS))
    yield `<tr><td>${escaped(resource ?? '–')}</td><td>${escaped(reason)}${waiver === null ? '' : ' (waived)'}</td></tr>\n`
  yield '</tbody>\n</table>\n'
  const more = findings.length - MOST_FINDINGS
  if (more > 0) yield `<p>and ${more} more</p>\n`
}
