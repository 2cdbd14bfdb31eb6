import { concerns, newestFirst, readAuditRecords, recordsOfObject } from '@heddle/domain/fabric/audit-records.ts'
import { presentAuditRecord } from './present-audit-record.ts'
import { type ObjectRequest, type Block, failedBlock } from './asking.ts'

const MOST_FAULTS = 100
const MOST_RECORDS = 20
/** Records that only look alike are left out afterwards. */
const RECORDS_READ = 60
const SEVERITIES = ['critical', 'major', 'minor', 'warning', 'info']

export async function readFaults({ reader, object, signal }: ObjectRequest): Promise<Block> {
  const query = {
    target: { kind: 'mo', dn: object.dn },
    query_target: 'subtree',
    target_classes: ['faultInst'],
    order_by: 'faultInst',
  } as const
  const read = await reader.page(query, { size: MOST_FAULTS, signal })
  if (!read.ok) return failedBlock('faults', read.failure)
  const faults = read.objects.map(
    ({ dn, attributes: { code = '', severity = '', descr = '', lc = '', created = '' } }) => ({
      dn,
      ...{ code, severity, descr, lifecycle: lc, created },
    }),
  )
  faults.sort((left, right) => rank(left.severity) - rank(right.severity) || (left.dn < right.dn ? -1 : 1))
  return { shown: { faults }, isCut: read.total > read.objects.length }
}

const rank = (severity: string): number =>
  (SEVERITIES.indexOf(severity) + SEVERITIES.length + 1) % (SEVERITIES.length + 1)

export async function readAudit({ reader, object, signal }: ObjectRequest): Promise<Block> {
  const read = await reader.page(recordsOfObject(object.dn), { size: RECORDS_READ, signal })
  if (!read.ok) return failedBlock('audit', read.failure)
  const records = newestFirst(readAuditRecords(read.objects).filter((record) => concerns(record, object.dn)))
  const isCut = records.length > MOST_RECORDS || read.total > read.objects.length
  return { shown: { audit: records.slice(0, MOST_RECORDS).map(presentAuditRecord) }, isCut }
}
