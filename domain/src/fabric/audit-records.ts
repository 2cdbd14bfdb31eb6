import type { ControllerFilter, ControllerQuery, ManagedObject } from '../controller-query/controller-query.ts'
import { isSecretName, MASK } from '../audit/mask-secrets.ts'
import { isBelow } from '../dn/dn.ts'
import { DAY } from '../values/durations.ts'

const RECORD = 'aaaModLR'

/** A line of the audit log of a controller: who changed which object, and when. */
export type FabricAuditRecord = {
  readonly atMs: number
  readonly user: string
  readonly action: 'created' | 'modified' | 'deleted'
  /** The DN of the object. */
  readonly affected: string
  /** What changed, in the words of the controller. */
  readonly changes: string
  /** Of the login that made the change; empty if the controller does not say. */
  readonly session: string
  /** Its DN, which no other record has. */
  readonly record: string
}

/** The records of a span, oldest or newest first. */
export type SpanOfRecords = {
  readonly records: readonly FabricAuditRecord[]
  /** False where the log of the controller begins within the span: there may have been others. */
  readonly isWhole: boolean
}

const ACTIONS: Readonly<Record<string, FabricAuditRecord['action']>> = {
  creation: 'created',
  modification: 'modified',
  deletion: 'deleted',
}

/** The records among these objects; other kinds of records, and those without a time or an object, are left out. */
export function readAuditRecords(objects: readonly ManagedObject[]): readonly FabricAuditRecord[] {
  return objects.flatMap(({ dn, attributes }) => {
    const { affected = '', ind = '', user = '', created = '', changeSet = '', descr = '', sessionId = '' } = attributes
    const [action, atMs] = [ACTIONS[ind], Date.parse(created)]
    if (action === undefined || affected === '' || Number.isNaN(atMs)) return []
    const changes = maskChanges(changeSet === '' ? descr : changeSet)
    return [{ atMs, user, action, affected, changes, session: sessionId, record: dn }]
  })
}

/** `name (Old: a, New: b)`, several after one another. */
const CHANGE = /([A-Za-z][A-Za-z0-9_]*)(\s*\((?:Old|New): )([^]*?)(?=\)(?:,|\s*$))/g

function maskChanges(text: string): string {
  return text.replace(CHANGE, (whole, name: string, opening: string) =>
    isSecretName(name) ? `${name}${opening}${MASK}` : whole,
  )
}

/** Newest first; of one instant the one recorded last. */
export const newestFirst = (records: readonly FabricAuditRecord[]): readonly FabricAuditRecord[] =>
  [...records].sort((left, right) => right.atMs - left.atMs || (right.record < left.record ? -1 : 1))

/** The newest records of an object and of what is below it; the controller may also answer with others. */
export function recordsOfObject(dn: string): ControllerQuery {
  const below: ControllerFilter = { op: 'wcard', class_name: RECORD, property: 'affected', value: `${dn}/` }
  const itself: ControllerFilter = { op: 'eq', class_name: RECORD, property: 'affected', value: dn }
  return {
    target: { kind: 'class', class_name: RECORD },
    filter: { op: 'or', items: [itself, below] },
    order_by: RECORD,
    sort: { property: 'created', descending: true },
  }
}

export const concerns = ({ affected }: FabricAuditRecord, dn: string): boolean =>
  affected === dn || isBelow(affected, dn)

/** Newest first, so that reading can stop at the first one that is too old. */
export function recordsOfSpan(fromMs: number, toMs: number): ControllerQuery {
  // Outwards by a day: a controller may take times without an offset for UTC or for its own local time.
  const [from, to] = [fromMs - DAY, toMs + DAY].map((instant) => new Date(instant).toISOString().slice(0, 19))
  return {
    target: { kind: 'class', class_name: RECORD },
    time_range: `${from}|${to}`,
    order_by: RECORD,
    sort: { property: 'created', descending: true },
  }
}

/** The oldest record that the controller still has. */
export const OLDEST_RECORD: ControllerQuery = {
  target: { kind: 'class', class_name: RECORD },
  order_by: RECORD,
  sort: { property: 'created', descending: false },
}
