import type { Finding } from '@heddle/contract/findings.ts'
import type { ReportedCheck } from './reported-check.ts'

const SCHEMA = 'https://json.schemastore.org/sarif-2.1.0.json'
const LEVELS = { critical: 'error', high: 'error', medium: 'warning', low: 'note', none: 'note' } as const

/** What code hosts and security tools read: a rule for each check, a result for each finding. SARIF 2.1.0. */
export function* sarifReport(checks: readonly ReportedCheck[]): Generator<string> {
  const failures = checks.filter(({ status }) => status === 'error' || status === null)
  const run = {
    tool: { driver: { name: 'Heddle', rules: checks.map(ruleOf) } },
    columnKind: 'utf16CodeUnits',
    invocations: [
      { executionSuccessful: failures.length === 0, toolExecutionNotifications: failures.map(notificationOf) },
    ],
  }
  const head = JSON.stringify({ $schema: SCHEMA, version: '2.1.0', runs: [run] })
  // The results are written one by one, as there may be ten thousand of them.
  yield `${head.slice(0, -'}]}'.length)},"results":[`
  let isFirst = true
  for (const [ruleIndex, check] of checks.entries()) {
    for (const result of resultsOf(check)) {
      yield `${isFirst ? '' : ','}\n${JSON.stringify({ ...result, ruleIndex })}`
      isFirst = false
    }
  }
  yield '\n]}]}\n'
}

/** The same on every server for a check of a pack. */
const idOf = ({ id, packId }: ReportedCheck): string => packId ?? id

function ruleOf(check: ReportedCheck) {
  const { name, severity, why, remedy, links } = check
  const [link] = links
  return {
    id: idOf(check),
    shortDescription: { text: textOf(name) },
    ...(why !== '' && { fullDescription: { text: why, markdown: why } }),
    ...(remedy !== '' && { help: { text: remedy, markdown: remedy } }),
    // SARIF wants a URI: letters beyond ASCII are escaped.
    ...(link && URL.canParse(link.url) && { helpUri: new URL(link.url).href }),
    defaultConfiguration: { level: LEVELS[severity] },
    properties: { severity },
  }
}

const notificationOf = (check: ReportedCheck) => ({
  level: 'error',
  message: { text: textOf(check.reason ?? 'The check did not run.') },
  associatedRule: { id: idOf(check) },
})

function* resultsOf(check: ReportedCheck): Generator<object> {
  const ruleId = idOf(check)
  const { status, reason, name, severity, findings } = check
  if (status === 'passed' || status === 'not_applicable') {
    const kind = status === 'passed' ? 'pass' : 'notApplicable'
    yield { ruleId, kind, level: 'none', message: { text: textOf(reason ?? name) } }
    return
  }
  if (status === 'error' || status === null) return
  // Level and kind go together: a level is only for what fails.
  const judged = status === 'look' ? { kind: 'review', level: 'none' } : { kind: 'fail', level: LEVELS[severity] }
  const suppressed = { suppressions: [{ kind: 'external', status: 'accepted' }] }
  for (const finding of findings) {
    const waived = finding.waiver !== null
    yield { ruleId, ...judged, ...placeOf(finding), ...(waived && suppressed) }
  }
  if (findings.length === 0)
    yield {
      ...{ ruleId, ...judged, message: { text: textOf(reason ?? name) } },
      ...(status === 'waived' && suppressed),
    }
}

const placeOf = ({ id, resource, reason }: Finding) => ({
  message: { text: textOf(reason) },
  ...(resource !== null && { locations: [{ logicalLocations: [{ fullyQualifiedName: resource }] }] }),
  partialFingerprints: { 'heddleFinding/v1': id },
})

const textOf = (text: string): string => (text === '' ? '–' : text)
