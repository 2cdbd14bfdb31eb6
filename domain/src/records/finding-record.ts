import type { Finding } from '@heddle/contract/findings.ts'
import { maskSecrets } from '../audit/mask-secrets.ts'
import type { Sender } from './audit-record.ts'
import { recordBody, type RecordEvent, severityOfFinding, withoutEmpty } from './record-event.ts'

/** What found it. */
export type CheckThatFound = {
  /** The place of the findings that were written together; each has a number in it. */
  readonly sequence: number
  readonly at: Date
  readonly savedQueryId: string | null
  /** Null when it has been deleted. */
  readonly name: string | null
  readonly pack: string | null
  readonly connectionId: string | null
  readonly connectionName: string | null
  readonly executionId: string | null
  readonly username: string
}

const COMPLIANCE_FINDING = {
  category_uid: 2,
  category_name: 'Findings',
  class_uid: 2003,
  class_name: 'Compliance Finding',
}
const DELETED = 'A query that was deleted'

/** What a check found, as an event of the class Compliance Finding. */
export function recordOfFinding(finding: Finding, check: CheckThatFound, { version, uid }: Sender): RecordEvent {
  const { id, resource, reason, row, rows, waiver } = finding
  const { sequence, at, name, pack, username } = check
  const title = name ?? DELETED
  const severity = severityOfFinding(finding.severity)
  const about = { uid, sequence, atMs: at.getTime(), severity } as const
  const isWaived = waiver !== null
  const body = recordBody({ ...about, version }, COMPLIANCE_FINDING, [1, 'Create'], {
    finding_info: { uid: id, title, desc: reason, last_seen_time: at.getTime() },
    compliance: withoutEmpty({
      control: title,
      standards: [pack ?? 'Heddle'],
      status_id: 3,
      status: 'Fail',
      status_detail: reason,
    }),
    ...withoutEmpty({
      status_id: isWaived ? 3 : 1,
      status: isWaived ? 'Suppressed' : 'New',
      actor: { user: { name: username } },
      device: { uid: check.connectionId, name: check.connectionName, type: 'Controller' },
    }),
    ...(resource !== null && { resources: [{ uid: resource, type: 'object' }] }),
    ...(row !== null && { evidences: [{ data: maskSecrets(row) }] }),
    message: `${title}: ${resource === null ? '' : `${resource}: `}${reason}`,
    unmapped: withoutEmpty({
      rows,
      waiver,
      saved_query: check.savedQueryId,
      execution: check.executionId,
    }),
  })
  return { ...about, source: 'finding', name: 'finding', user: username, ip: null, body }
}
