import { scimFields, type ScimFault, type ScimOutcome, type ReportScimFault } from './faults.ts'
import type { ScimFilter } from './filter-syntax.ts'
import type { PatchStep } from './patch-operations.ts'
import { isExternalId, LONGEST_EXTERNAL_ID, textTooLong } from './user.ts'

/** What a group keeps of a Group. Members are ids of accounts. */
export type ScimGroup = {
  readonly displayName: string
  readonly externalId: string | null
  readonly members: ReadonlySet<number>
  /** Those of the members whom the request named. */
  readonly named: ReadonlySet<number>
}

type Draft = { displayName: string; externalId: string | null; members: Set<number>; named: Set<number> }
export type ReadGroup = { readonly group: ScimGroup; readonly faults: readonly ScimFault[] }

/** In one request, and in a group afterwards. */
export const MOST_MEMBERS = 20_000
const LONGEST_NAME = 150
const LARGEST_ID = 2_147_483_647

/** Reads a whole Group: what it leaves out is empty. */
export function readScimGroup(body: unknown): ReadGroup {
  const draft: Draft = { displayName: '', externalId: null, members: new Set(), named: new Set() }
  const faults: ScimFault[] = []
  const fields = scimFields(body)
  for (const attribute of ['displayname', 'externalid', 'members']) {
    const value = fields?.get(attribute)
    if (value === undefined) continue
    const path = { attribute, filter: undefined, sub: undefined }
    assign(draft, { op: 'replace', path, value, field: attribute }, faults)
  }
  check(draft, faults)
  return { group: draft, faults }
}

/** The Group after the steps of a change. No step looks at all members, however many there are. */
export function patchScimGroup(before: Omit<ScimGroup, 'named'>, steps: readonly PatchStep[]): ReadGroup {
  const draft: Draft = { ...before, members: new Set(before.members), named: new Set() }
  const faults: ScimFault[] = []
  for (const step of steps) assign(draft, step, faults)
  check(draft, faults)
  return { group: draft, faults }
}

function assign(draft: Draft, step: PatchStep, faults: ScimFault[]): ScimOutcome {
  const report: ReportScimFault = (type, message) => {
    faults.push({ type, field: step.field, message })
    return 'refused'
  }
  const { attribute } = step.path
  switch (attribute) {
    case 'displayname':
      if (step.op === 'remove') return report('mutability', 'displayName cannot be removed.')
      if (typeof step.value !== 'string') return report('invalidValue', 'Expected text.')
      draft.displayName = step.value.trim()
      return undefined
    case 'externalid': {
      const id = step.op === 'remove' ? null : (step.value ?? null)
      if (id !== null && typeof id !== 'string') return report('invalidValue', 'Expected text.')
      draft.externalId = id?.trim() || null
      return undefined
    }
    case 'members':
      return assignMembers(draft, step, report)
    case 'id':
    case 'meta':
      return step.field.startsWith('Operations.') && !step.field.includes('.value.')
        ? report('mutability', `${attribute} is read-only.`)
        : undefined
    case 'schemas':
      return undefined
    default:
      if (attribute.startsWith('urn:')) return undefined
      return report('invalidPath', `A Group has no attribute ${attribute.slice(0, 100)}.`)
  }
}

function assignMembers(
  draft: Draft,
  { op, path: { filter, sub }, value }: PatchStep,
  report: ReportScimFault,
): ScimOutcome {
  if (sub !== undefined) return report('mutability', 'Members are added and removed as a whole.')
  if (filter) {
    if (op !== 'remove') return report('invalidPath', 'Only a removal may choose among the members.')
    const named = idsNamedIn(filter)
    if (!named) return report('invalidFilter', 'Members are chosen by their value: members[value eq "12"].')
    for (const id of named) if (id !== undefined) draft.members.delete(id)
    return undefined
  }
  if (op === 'remove' && value === undefined) {
    draft.members.clear()
    return undefined
  }
  const ids = idsOf(value, report)
  if (!ids) return 'refused'
  if (op === 'replace') draft.members = new Set(ids)
  else for (const id of ids) draft.members[op === 'add' ? 'add' : 'delete'](id)
  if (op !== 'remove') for (const id of ids) draft.named.add(id)
  return undefined
}

/**
 * Those that the brackets name, without a look at all members: a thousand steps may remove one each from a group of
 * thousands. Undefined for other filters, which nobody sends.
 */
function idsNamedIn(filter: ScimFilter): readonly (number | undefined)[] | undefined {
  if (filter.kind === 'compare' && filter.attribute === 'value' && filter.operator === 'eq') return [idOf(filter.value)]
  if (filter.kind !== 'or') return undefined
  const parts = filter.parts.map(idsNamedIn)
  return parts.every((part) => part !== undefined) ? parts.flat() : undefined
}

function idsOf(value: unknown, report: ReportScimFault): number[] | undefined {
  const list = value === null ? [] : Array.isArray(value) ? value : [value]
  if (list.length > MOST_MEMBERS) {
    report('invalidValue', `Expected at most ${MOST_MEMBERS} members.`)
    return undefined
  }
  const ids = list.map((member) => idOf(typeof member === 'object' ? scimFields(member)?.get('value') : member))
  const unknown = list.filter((_member, index) => ids[index] === undefined).slice(0, 5)
  if (unknown.length === 0) return ids as number[]
  report('invalidValue', `Expected ids of Users instead of ${JSON.stringify(unknown).slice(0, 200)}.`)
  return undefined
}

function idOf(value: unknown): number | undefined {
  const id = typeof value === 'string' && /^[1-9]\d{0,9}$/.test(value) ? Number(value) : undefined
  return id !== undefined && id <= LARGEST_ID ? id : undefined
}

function check({ displayName, externalId, members }: Draft, faults: ScimFault[]): void {
  if (displayName === '')
    faults.push({ type: 'invalidValue', field: 'displayName', message: 'This field is required.' })
  if (Array.from(displayName).length > LONGEST_NAME || /\p{Cc}/u.test(displayName))
    faults.push({ type: 'invalidValue', field: 'displayName', message: textTooLong(LONGEST_NAME) })
  if (!isExternalId(externalId))
    faults.push({ type: 'invalidValue', field: 'externalId', message: textTooLong(LONGEST_EXTERNAL_ID) })
  if (members.size > MOST_MEMBERS)
    faults.push({ type: 'invalidValue', field: 'members', message: `Expected at most ${MOST_MEMBERS} members.` })
}
