import { randomUUID } from 'node:crypto'
import { type ChangeBody, MOST_IN_CHANGE } from '@heddle/contract/changes.ts'
import type { Caller } from '../../kernel/caller.ts'
import { Conflict, FieldErrors, orNotFound } from '../../kernel/errors.ts'
import { type FieldMessages, hasError, validFields } from '../../kernel/field-messages.ts'
import { may, requireAllowed } from '../../kernel/access.ts'
import { requireOwnerOrManager } from '../../kernel/ownership.ts'
import type { PageOf, PageRequest } from '../../kernel/paging.ts'
import { sealed } from '../../platform/text/sealed-json.ts'
import type { Audit } from '../audit/index.ts'
import type { ChecksService, SelectedQuery } from '../checks/index.ts'
import type { ControllerConnectionsService } from '../controller-connections/index.ts'
import { lockUserAgainstDeletion } from '../users/index.ts'
import { type AdvanceParts, listenToChecks } from './advance-change.ts'
import { reportObject } from './change-report.ts'
import { canClose } from './can-close.ts'
import {
  type ChangeFilter,
  clearAfter,
  type CountedChange,
  deleteChange,
  findChange,
  insertChange,
  listChangeQueries,
  listChanges,
  lockChange,
  readReported,
  updateChange,
} from './changes.store.ts'
import type { ChangeQueryRow, ChangeRow } from './changes.tables.ts'

type ChangesParts = AdvanceParts & {
  readonly checks: Pick<ChecksService, 'select' | 'startIn' | 'resultsOf'>
  readonly connections: Pick<ControllerConnectionsService, 'find'>
  readonly audit: Audit
}

export type FoundChange = {
  readonly change: CountedChange
  readonly queries: readonly Omit<ChangeQueryRow, 'compared'>[]
}

/** A report to read from beginning to end. */
export type FoundReport = {
  readonly change: ChangeRow
  readonly sha256: string
  /** Canonical JSON, in parts. */
  readonly json: () => AsyncIterable<string>
  readonly compared: () => AsyncIterable<unknown>
  readonly checked: () => AsyncIterable<unknown>
}

export type ChangesService = {
  readonly list: (filter: ChangeFilter, page: PageRequest) => Promise<PageOf<CountedChange>>
  readonly get: (id: string) => Promise<FoundChange>
  /** Throws all errors at once, including those that its schema found. */
  readonly open: (caller: Caller, body: ChangeBody, faults: FieldMessages) => Promise<FoundChange>
  readonly close: (caller: Caller, id: string) => Promise<FoundChange>
  /** Throws a 409 until it is closed. */
  readonly report: (id: string) => Promise<FoundReport>
  readonly remove: (caller: Caller, id: string) => Promise<null>
  readonly listen: () => void
}

export const createChangesService = (parts: ChangesParts): ChangesService => ({
  list: (filter, page) => listChanges(parts.database.db, filter, page),
  get: (id) => getChange(parts, id),
  open: (caller, body, faults) => openChange(parts, caller, body, faults),
  close: (caller, id) => closeChange(parts, caller, id),
  report: (id) => reportOf(parts, id),
  remove: (caller, id) => removeChange(parts, caller, id),
  listen: () => listenToChecks(parts),
})

const RUN = may('queries.execute_savedquery')

async function getChange({ database: { db } }: ChangesParts, id: string): Promise<FoundChange> {
  const change = orNotFound(await findChange(db, id))
  return { change, queries: await listChangeQueries(db, id) }
}

async function openChange(
  parts: ChangesParts,
  caller: Caller,
  body: ChangeBody,
  faults: FieldMessages,
): Promise<FoundChange> {
  requireAllowed(RUN, caller)
  const { database, checks, audit, clock } = parts
  const { queries, connection } = await readBody(parts, body, faults)
  const [id, check] = [randomUUID(), randomUUID()]
  await database.transaction(async (tx) => {
    await lockUserAgainstDeletion(tx, caller.id)
    const change: ChangeRow = {
      ...{ id, name: body.name.trim(), note: body.note?.trim() ?? '', status: 'opening', reason: null },
      ...{ controllerConnectionId: connection.id, controllerConnectionName: connection.name },
      ...{ category: body.category ?? null, pack: body.pack ?? null, total: queries.length },
      ...{ openedById: caller.id, openedBy: caller.username, openedAt: clock.now() },
      ...{ closedById: null, closedBy: null, closedAt: null },
      ...{ checkBeforeId: check, checkAfterId: null, requests: null, requestsByHand: null, sha256: null },
    }
    const rows = queries.map(({ id: savedQueryId, ...query }, position) => ({
      ...query,
      ...{ changeId: id, position, savedQueryId },
    }))
    await insertChange(tx, change, rows)
    await audit.record(tx, {
      action: 'change_open',
      description: `${caller.username} opened the change "${change.name}"`,
      target: { type: 'change', id },
      metadata: { total: queries.length, controller_connection: connection.id },
      content: body,
    })
    await checks.startIn(tx, caller, queries, { id: check, ...termsOf(change) })
  })
  return getChange(parts, id)
}

const termsOf = ({ controllerConnectionId }: ChangeRow) => ({ controllerConnectionId, parameters: {}, at: null })

/** The queries and the connection that a body names. One 400 lists all its faults. */
async function readBody({ database, checks, connections }: ChangesParts, body: ChangeBody, known: FieldMessages) {
  const faults = { ...known }
  const usable = validFields(body, known)
  const id = usable.controller_connection?.toLowerCase()
  const connection = id === undefined ? undefined : await connections.find(id)
  const selected = await checks.select(database.db, usable).catch((error: unknown) => {
    if (!(error instanceof FieldErrors)) throw error
    for (const [field, messages] of Object.entries(error.fields))
      if (!hasError(known, field)) faults[field] = [...messages]
    return [] as SelectedQuery[]
  })
  if (selected.length > MOST_IN_CHANGE)
    faults.non_field_errors = [
      `${selected.length} queries are too many: expected at most ${MOST_IN_CHANGE} in one change.`,
    ]
  if (connection === undefined && !hasError(faults, 'controller_connection'))
    faults.controller_connection = ['This connection does not exist.']
  if (connection === undefined || Object.keys(faults).length > 0) throw new FieldErrors(faults)
  return { queries: selected, connection }
}

async function closeChange(parts: ChangesParts, caller: Caller, id: string): Promise<FoundChange> {
  requireAllowed(RUN, caller)
  const { database, checks, audit } = parts
  const check = randomUUID()
  await database.transaction(async (tx) => {
    const change = orNotFound(await lockChange(tx, id))
    const { captured } = orNotFound(await findChange(tx, id)).before
    if (!canClose(change, captured)) throw new Conflict(WHY_NOT_OPEN[change.status], 'not_open')
    await clearAfter(tx, id)
    const by = { closedById: caller.id, closedBy: caller.username }
    await updateChange(tx, id, { status: 'closing', reason: null, checkAfterId: check, ...by })
    await audit.record(tx, {
      action: 'change_close',
      description: `${caller.username} closed the change "${change.name}"`,
      target: { type: 'change', id },
      metadata: { total: change.total },
    })
    await checks.startIn(tx, caller, await selectedOf(tx, id), { id: check, ...termsOf(change) })
  })
  return getChange(parts, id)
}

const WHY_NOT_OPEN: Readonly<Record<ChangeRow['status'], string>> = {
  opening: 'The change is still being opened.',
  open: 'Nothing was captured when the change was opened.',
  closing: 'The change is being closed already.',
  closed: 'The change is closed already.',
  failed: 'Nothing was captured when the change was opened.',
}

/** The queries that a window was opened with, as a check takes them. */
const selectedOf = async (tx: Parameters<typeof listChangeQueries>[0], id: string): Promise<SelectedQuery[]> =>
  (await listChangeQueries(tx, id)).map(
    ({ savedQueryId, name, folder, severity, packName, packCheck, packGroup }): SelectedQuery => ({
      ...{ id: savedQueryId, name, folder, severity, packName, packCheck, packGroup },
    }),
  )

async function reportOf({ database: { db } }: ChangesParts, id: string): Promise<FoundReport> {
  const change = orNotFound(await findChange(db, id))
  if (change.status !== 'closed' || change.sha256 === null)
    throw new Conflict('The change has no report until it is closed.', 'not_closed')
  return {
    change,
    sha256: change.sha256,
    json: () => sealed(reportObject(db, change)),
    compared: () => readReported(db, id, 'compared'),
    checked: () => readReported(db, id, 'checked'),
  }
}

async function removeChange({ database, audit }: ChangesParts, caller: Caller, id: string): Promise<null> {
  await database.transaction(async (tx) => {
    const change = orNotFound(await lockChange(tx, id))
    requireOwnerOrManager(caller, change.openedById)
    await deleteChange(tx, id)
    await audit.record(tx, {
      action: 'change_delete',
      description: `${caller.username} deleted the change "${change.name}"`,
      target: { type: 'change', id },
      content: { opened_by: change.openedBy, closed_by: change.closedBy, sha256: change.sha256 },
    })
  })
  return null
}
