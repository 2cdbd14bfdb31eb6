import { randomUUID } from 'node:crypto'
import type { SchemaColumn } from '@heddle/domain/automation/column.ts'
import { resolveColumns } from '@heddle/domain/automation/resolve-columns.ts'
import type { Database, Executor } from '../../../adapters/database/database.ts'
import type { Actor } from '../../../kernel/caller.ts'
import type { Clock } from '../../../kernel/clock.ts'
import { orNotFound } from '../../../kernel/errors.ts'
import type { PageInParts, PageRequest } from '../../../kernel/paging.ts'
import { isUuid } from '@heddle/domain/values/uuid.ts'
import { nextVersionTime, type Precondition } from '../../../kernel/versions.ts'
import type { Events } from '../../../platform/events/events.ts'
import { type Audit, notesOn } from '../../audit/index.ts'
import type { RowWork } from '../../row-work/index.ts'
import { automationTemplateDeleting } from '../automation-templates.events.ts'
import type { AllowedValuesReader } from '../reference/allowed-values.ts'
import { lockKnownReferences } from '../reference/known-references.ts'
import { forgetReferences, type ReferenceIds, replaceReferences } from '../reference/usages.store.ts'
import {
  deleteTemplate,
  findAudience,
  findTemplate as findStored,
  findTemplates,
  type FoundTemplate,
  insertTemplate,
  type ListedTemplate,
  listTemplates,
  lockTemplate,
  replaceTemplateGroups,
  type TemplateFilter,
  type TemplateRow,
  updateTemplate,
} from './automation-templates.store.ts'
import { type Launchable, openLaunchable } from './launchable.ts'
import { readTemplateBody, TEMPLATE_DEFAULTS, type TemplateBody, type TemplateFields } from './read-template-body.ts'

type Dependencies = {
  readonly database: Database
  readonly events: Events
  readonly audit: Audit
  readonly clock: Clock
  readonly readAllowed: AllowedValuesReader
  readonly rowWork: Pick<RowWork, 'use'>
}
type Parts = Dependencies & { readonly note: ReturnType<typeof notesOn> }

/** Who sees a template; operators and administrators always do. */
export type Audience = { readonly everybody: true } | { readonly groupIds: readonly number[] }

export type AutomationTemplatesService = {
  readonly list: (actor: Actor, filter: TemplateFilter, page: PageRequest) => Promise<PageInParts<ListedTemplate>>
  readonly get: (actor: Actor, id: string) => Promise<FoundTemplate>
  readonly create: (actor: Actor, given: TemplateBody) => Promise<FoundTemplate>
  readonly change: (actor: Actor, id: string, given: TemplateBody, ifMatch: Precondition) => Promise<FoundTemplate>
  readonly replace: (actor: Actor, id: string, given: TemplateBody, ifMatch: Precondition) => Promise<FoundTemplate>
  /** Refused while a handler of the event objects. */
  readonly remove: (actor: Actor, id: string) => Promise<null>
  /** The same within a transaction of the caller. */
  readonly many: ManyTemplates
  /** A template that the actor sees, for ids from anywhere. */
  readonly visible: (actor: Actor, id: string) => Promise<TemplateRow | undefined>
  /** Reads the lists of the template's columns: one that cannot be read is a 400. */
  readonly launchable: (actor: Actor, id: string, signal: AbortSignal) => Promise<Launchable | undefined>
  /** Undefined when there is no such template. */
  readonly seenBy: (id: string) => Promise<Audience | undefined>
}

export type ManyTemplates = {
  /** Those that the actor sees. */
  readonly all: (tx: Executor, actor: Actor) => Promise<readonly FoundTemplate[]>
  readonly insert: (tx: Executor, actor: Actor, given: TemplateBody) => Promise<FoundTemplate>
  readonly change: (tx: Executor, actor: Actor, id: string, given: TemplateBody) => Promise<FoundTemplate>
  readonly remove: (tx: Executor, actor: Actor, id: string) => Promise<void>
  /** With all that they refer to. */
  readonly columns: (tx: Executor, actor: Actor, id: string) => Promise<readonly SchemaColumn[] | undefined>
}

export function createAutomationTemplatesService(dependencies: Dependencies): AutomationTemplatesService {
  const { database, audit } = dependencies
  const parts = { ...dependencies, note: notesOn(audit, 'Automation template', 'automation_template') }
  const find = (actor: Actor, id: string) => findTemplate(database.db, actor, id)

  return {
    list: (actor, filter, page) => listTemplates(database.db, actor, filter, page),
    get: async (actor, id) => orNotFound(await find(actor, id)),
    create: (actor, given) => database.transaction((tx) => create(parts, tx, actor, given)),
    change: (actor, id, given, ifMatch) =>
      database.transaction((tx) => change(parts, tx, actor, { id, given, ifMatch, replaces: false })),
    replace: (actor, id, given, ifMatch) =>
      database.transaction((tx) => change(parts, tx, actor, { id, given, ifMatch, replaces: true })),
    remove: async (actor, id) => {
      await database.transaction((tx) => remove(parts, tx, actor, id))
      return null
    },
    many: {
      all: findTemplates,
      insert: (tx, actor, given) => create(parts, tx, actor, given),
      change: (tx, actor, id, given) => change(parts, tx, actor, { id, given, replaces: false }),
      remove: (tx, actor, id) => remove(parts, tx, actor, id),
      columns: async (tx, actor, id) => {
        const schema = (await findTemplate(tx, actor, id))?.row.schema
        return schema && resolveColumns(schema, await lockKnownReferences(tx, schema))
      },
    },
    visible: async (actor, id) => (await find(actor, id))?.row,
    launchable: async (actor, id, signal) => {
      const found = await find(actor, id)
      return found && openLaunchable(parts, { row: found.row, actor, signal })
    },
    seenBy: (id) => seenBy(database.db, id),
  }
}

async function findTemplate(db: Executor, actor: Actor, id: string): Promise<FoundTemplate | undefined> {
  // Ids also come from bodies, as they were written.
  return isUuid(id) ? findStored(db, actor, id.toLowerCase()) : undefined
}

async function create({ clock, note }: Parts, tx: Executor, actor: Actor, given: TemplateBody): Promise<FoundTemplate> {
  const id = randomUUID()
  const { groupIds, references, ...fields } = await readTemplateBody(tx, given, TEMPLATE_DEFAULTS)
  const now = clock.now()
  const stamps = { createdBy: actor.id, createdAt: now, updatedAt: now }
  const row: TemplateRow = { id, ...fields, isRestricted: groupIds.length > 0, ...stamps }
  await insertTemplate(tx, row)
  await storeLinks(tx, id, { groupIds, references })
  await note(tx, 'automation_template_create', row, 'was created', given.body)
  return { row, createdByName: actor.username, groupIds }
}

/** PUT (`replaces`) starts from the defaults, PATCH from the present template. */
type TemplateChange = {
  readonly id: string
  readonly given: TemplateBody
  readonly ifMatch?: Precondition
  readonly replaces: boolean
}

async function change(
  { clock, note }: Parts,
  tx: Executor,
  actor: Actor,
  { id, given, ifMatch, replaces }: TemplateChange,
): Promise<FoundTemplate> {
  const found = orNotFound(await findTemplate(tx, actor, id))
  const before = replaces ? TEMPLATE_DEFAULTS : { ...columnsOf(found.row), groupIds: found.groupIds }
  const { groupIds, references, ...fields } = await readTemplateBody(tx, given, before)
  const row = orNotFound(await lockTemplate(tx, actor, id))
  ifMatch?.check(row.updatedAt)
  const setsGroups = replaces || given.body.allowed_groups !== undefined
  const changes = {
    ...fields,
    isRestricted: setsGroups ? groupIds.length > 0 : row.isRestricted,
    updatedAt: nextVersionTime(clock.now(), row.updatedAt),
  }
  await updateTemplate(tx, id, changes)
  await storeLinks(tx, id, { groupIds, references })
  const content = { before: columnsOf(found.row), after: given.body }
  await note(tx, 'automation_template_update', row, 'was changed', content)
  // Not read again: a caller may have taken the template from themselves.
  return { ...found, row: { ...row, ...changes }, groupIds }
}

async function storeLinks(
  tx: Executor,
  id: string,
  { groupIds, references }: { readonly groupIds: readonly number[]; readonly references: ReferenceIds },
): Promise<void> {
  await replaceTemplateGroups(tx, id, groupIds)
  await replaceReferences(tx, id, references)
}

async function remove({ events, note }: Parts, tx: Executor, actor: Actor, id: string): Promise<void> {
  const row = orNotFound(await lockTemplate(tx, actor, id))
  await events.raise(tx, automationTemplateDeleting, { template_id: id })
  await deleteTemplate(tx, id)
  await forgetReferences(tx, id)
  await note(tx, 'automation_template_delete', row, 'was deleted', columnsOf(row))
}

async function seenBy(db: Executor, id: string): Promise<Audience | undefined> {
  const audience = await findAudience(db, id)
  return audience && (audience.isRestricted ? { groupIds: audience.groupIds } : { everybody: true })
}

/** What a body sets of a template. */
function columnsOf(row: TemplateRow): Omit<TemplateFields, 'groupIds'> {
  const { id: _, isRestricted: __, createdBy: ___, createdAt: ____, updatedAt: _____, ...columns } = row
  return columns
}
