import type { CheckResults } from '@heddle/contract/checks.ts'
import { type Caller } from '../../kernel/caller.ts'
import { timestamp } from '../../kernel/instants.ts'
import { hideInError, mayReadRows } from '../executions/index.ts'
import type { FoundCheck, FoundCheckReport } from './checks.service.ts'
import type { CheckResultRow } from './checks.tables.ts'
import type { ReportedCheck } from './reported-check.ts'

export function presentChecks(found: FoundCheck, caller: Caller): CheckResults {
  const results = found.results.map((row) => ({
    saved_query: row.savedQueryId,
    pack: row.packName,
    check: row.packCheck,
    group: row.packGroup,
    name: row.name,
    title: row.name,
    execution: row.executionId,
    snapshot: row.snapshotId,
    severity: row.severity,
    status: row.status,
    reason: shownReason(row, found, caller),
    code: row.code,
    findings: row.findings,
  }))
  const having = (wanted: CheckResultRow['status']) => results.filter(({ status }) => status === wanted).length
  return {
    ...presentStart(found),
    at: found.check.at === null ? null : timestamp(found.check.at),
    passed: having('passed'),
    failed: having('failed'),
    look: having('look'),
    not_applicable: having('not_applicable'),
    waived: having('waived'),
    errored: having('error'),
    results,
  }
}

export const presentStart = ({ check, results }: FoundCheck) => ({
  id: check.id,
  status: check.finishedAt === null ? ('running' as const) : ('finished' as const),
  total: results.length,
})

export const presentCases = (
  { found, guidance, findings }: FoundCheckReport,
  caller: Caller,
): readonly ReportedCheck[] =>
  found.results.map((row) => ({
    id: row.savedQueryId,
    packId: row.packName === null ? null : `${row.packName}/${row.packCheck}`,
    name: row.name,
    folder: row.folder,
    severity: row.severity,
    status: row.status,
    reason: shownReason(row, found, caller),
    durationMs: row.durationMs,
    ...(guidance.get(row.savedQueryId) ?? NO_GUIDANCE),
    findings: findings.get(row.position) ?? [],
  }))

const NO_GUIDANCE = { why: '', remedy: '', links: [] }

/** Messages of failed runs may tell values of rows; reasons of expectations do not. */
function shownReason({ status, reason }: CheckResultRow, { check }: FoundCheck, caller: Caller): string | null {
  if (status !== 'error' || reason === null || mayReadRows(caller, check)) return reason
  return hideInError(reason)
}
