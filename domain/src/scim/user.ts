import { isOneRecipient } from '../identity/email-address.ts'
import { isUsername } from '../identity/username.ts'
import { scimFields, type ScimOutcome, type ReportScimFault, type ScimFault } from './faults.ts'
import { type ComplexValue, matchesFilter, readBoolean } from './match-filter.ts'
import type { PatchStep } from './patch-operations.ts'
import type { ScimPath } from './filter-syntax.ts'

/** What an account keeps of a User. */
export type ScimUser = {
  readonly userName: string
  readonly externalId: string | null
  readonly givenName: string
  readonly familyName: string
  /** Empty without one. */
  readonly email: string
  readonly active: boolean
}

type Draft = { -readonly [Field in keyof ScimUser]: ScimUser[Field] }
export type ReadUser = { readonly user: ScimUser; readonly faults: readonly ScimFault[] }

const LONGEST_NAME = 150
export const LONGEST_EXTERNAL_ID = 255

const READ_ONLY: ReadonlySet<string> = new Set(['id', 'meta', 'groups'])
/** Of RFC 7643, but not kept: clients send them, and would stop at an error. */
const NOT_KEPT: ReadonlySet<string> = new Set(
  `schemas displayname nickname profileurl title usertype preferredlanguage locale timezone password phonenumbers ims
  photos addresses entitlements roles x509certificates`.split(/\s+/),
)
const NAME_PARTS_NOT_KEPT: ReadonlySet<string> = new Set([
  'formatted',
  'middlename',
  'honorificprefix',
  'honorificsuffix',
])

const NOBODY: ScimUser = { userName: '', externalId: null, givenName: '', familyName: '', email: '', active: true }

/** Reads a whole User. What it leaves out is empty, but for `active`, which stays as it is. */
export function readScimUser(body: unknown, before: ScimUser = NOBODY): ReadUser {
  const draft: Draft = { ...NOBODY, active: before.active }
  const faults: ScimFault[] = []
  for (const [name, value] of scimFields(body) ?? []) {
    if (!KEPT.has(name) || value === undefined) continue
    const step = { op: 'replace', path: { attribute: name, filter: undefined, sub: undefined }, value } as const
    assign(draft, step, reporting(faults, name))
  }
  check(draft, faults)
  return { user: draft, faults }
}

/** The User after the steps of a change. */
export function patchScimUser(before: ScimUser, steps: readonly PatchStep[]): ReadUser {
  const draft: Draft = { ...before }
  const faults: ScimFault[] = []
  for (const step of steps) {
    const report = reporting(faults, step.field)
    const { attribute } = step.path
    if (READ_ONLY.has(attribute)) report('mutability', `${attribute} is read-only.`)
    else if (KEPT.has(attribute)) assign(draft, step, report)
    else if (!NOT_KEPT.has(attribute) && !attribute.startsWith('urn:'))
      report('invalidPath', `A User has no attribute ${attribute.slice(0, 100)}.`)
  }
  check(draft, faults)
  return { user: draft, faults }
}

const reporting =
  (faults: ScimFault[], field: string): ReportScimFault =>
  (type, message) => {
    faults.push({ type, field, message })
    return 'refused'
  }

const KEPT: ReadonlySet<string> = new Set(['username', 'externalid', 'name', 'emails', 'active'])

function assign(draft: Draft, step: PatchStepOf, report: ReportScimFault): ScimOutcome {
  switch (step.path.attribute) {
    case 'username':
      if (step.op === 'remove') return report('mutability', 'userName cannot be removed.')
      draft.userName = textOf(step.value, report) ?? draft.userName
      return undefined
    case 'externalid':
      draft.externalId = step.op === 'remove' ? null : (textOf(step.value, report) ?? draft.externalId) || null
      return undefined
    case 'active':
      return assignActive(draft, step, report)
    case 'name':
      return assignName(draft, step, report)
    case 'emails':
      return assignEmails(draft, step, report)
  }
  return undefined
}

type PatchStepOf = Pick<PatchStep, 'op' | 'value'> & { readonly path: ScimPath }

function assignActive(draft: Draft, { op, value }: PatchStepOf, report: ReportScimFault): ScimOutcome {
  // To drop it would mean its default, and so to let somebody in.
  if (op === 'remove') return report('mutability', 'active cannot be removed: set it to true or false.')
  const active = readBoolean(value)
  if (active === undefined) return report('invalidValue', 'Expected true or false.')
  draft.active = active
  return undefined
}

function assignName(draft: Draft, { op, path: { sub }, value }: PatchStepOf, report: ReportScimFault): ScimOutcome {
  const removed = op === 'remove'
  if (sub === undefined && removed) {
    draft.givenName = draft.familyName = ''
    return undefined
  }
  const parts =
    sub === undefined
      ? value === null
        ? new Map<string, unknown>()
        : scimFields(value)
      : new Map<string, unknown>([[sub, value]])
  if (!parts) return report('invalidValue', 'Expected an object.')
  for (const [part, given] of parts) {
    const text = (): string => (removed ? '' : (textOf(given, report) ?? ''))
    if (part === 'givenname') draft.givenName = text()
    else if (part === 'familyname') draft.familyName = text()
    else if (sub !== undefined && !NAME_PARTS_NOT_KEPT.has(part)) report('invalidPath', 'A name has no such part.')
  }
  return undefined
}

/** An account has one address: the primary one, else that for work, else the first. */
function assignEmails(
  draft: Draft,
  { op, path: { filter, sub }, value }: PatchStepOf,
  report: ReportScimFault,
): ScimOutcome {
  const isMeant = filter === undefined || draft.email === '' || matchesFilter(filter, valueOfEmail(draft.email))
  if (op === 'remove') {
    if (isMeant && (sub === undefined || sub === 'value')) draft.email = ''
    return undefined
  }
  // Of another type than the one that is kept.
  if (!isMeant || (sub !== undefined && sub !== 'value')) return undefined
  const email = sub === 'value' ? textOf(value, report) : chosenEmail(value, report)
  if (email === undefined) return undefined
  if (email !== '' && !isOneRecipient(email)) report('invalidValue', `${email.slice(0, 100)} is no e-mail address.`)
  else draft.email = email
  return undefined
}

const valueOfEmail = (email: string): ComplexValue =>
  new Map<string, string | boolean>([
    ['value', email],
    ['type', 'work'],
    ['primary', true],
  ])

function chosenEmail(value: unknown, report: ReportScimFault): string | undefined {
  const list = value === null ? [] : Array.isArray(value) ? value : [value]
  const emails = list.map((one) => (typeof one === 'string' ? new Map([['value', one as unknown]]) : scimFields(one)))
  const isPrimary = (one: ReadonlyMap<string, unknown> | undefined) => readBoolean(one?.get('primary')) === true
  const isForWork = (one: ReadonlyMap<string, unknown> | undefined) => one?.get('type') === 'work'
  const chosen = emails.find(isPrimary) ?? emails.find(isForWork) ?? emails[0]
  if (list.length === 0) return ''
  if (!chosen) {
    report('invalidValue', 'Expected a list of objects.')
    return undefined
  }
  return textOf(chosen.get('value'), report)
}

/** Text without spaces around it; null is none. */
function textOf(value: unknown, report: ReportScimFault): string | undefined {
  if (value === null || value === undefined) return ''
  if (typeof value === 'string') return value.trim()
  report('invalidValue', 'Expected text.')
  return undefined
}

function check(user: ScimUser, faults: ScimFault[]): void {
  const isFaulty = (field: string): boolean => faults.some((fault) => fault.field.toLowerCase().includes(field))
  if (user.userName === '' && !isFaulty('username'))
    faults.push({ type: 'invalidValue', field: 'userName', message: 'This field is required.' })
  else if (user.userName !== '' && !isUsername(user.userName))
    faults.push({
      type: 'invalidValue',
      field: 'userName',
      message: 'Expected at most 150 characters, without spaces or control characters.',
    })
  for (const field of ['givenName', 'familyName'] as const)
    if (Array.from(user[field]).length > LONGEST_NAME || /\p{Cc}/u.test(user[field]))
      faults.push({ type: 'invalidValue', field: `name.${field}`, message: textTooLong(LONGEST_NAME) })
  if (!isExternalId(user.externalId))
    faults.push({ type: 'invalidValue', field: 'externalId', message: textTooLong(LONGEST_EXTERNAL_ID) })
}

export const textTooLong = (most: number): string => `Expected at most ${most} characters, none of them a control one.`

/** Whether a text can be the id that the client gave. */
export const isExternalId = (id: string | null): boolean =>
  id === null || (Array.from(id).length <= LONGEST_EXTERNAL_ID && !/\p{Cc}/u.test(id))
