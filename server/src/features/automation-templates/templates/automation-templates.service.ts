import { randomUUID } from 'node:crypto'
import type { Database, Executor } from '../../../adapters/database/database.ts'
import type { Actor } from '../../../kernel/caller.ts'
import type { Clock } from '../../../kernel/clock.ts'
import { orNotFound } from '../../../kernel/errors.ts'
import type { PageRequest } from '../../../kernel/paging.ts'
import { isUuid } from '../../../kernel/uuid.ts'
import { nextVersionTime, type Precondition } from '../../../kernel/versions.ts'
import type { Events } from '../../../platform/events/events.ts'
import { type Audit, notesOn } from '../../audit/index.ts'
import { automationTemplateDeleting } from '../automation-templates.events.ts'
import type { AllowedValuesReader } from '../reference/allowed-values.ts'
import { forgetReferences, replaceReferences } from '../reference/usages.store.ts'
import {
  deleteTemplate,
  findAudience,
  findTemplates,
  type FoundTemplate,
  insertTemplate,
  listTemplateIds,
  lockTemplate,
  replaceGroups,
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
}

export type AutomationTemplatesService = ReturnType<typeof createAutomationTemplatesService>
/** Who sees a template; operators and administrators always do. */
export type Audience = { readonly everybody: true } | { readonly groupIds: readonly number[] }

const READ_AT_ONCE = 5

export function createAutomationTemplatesService({ database, events, audit, clock, readAllowed }: Dependencies) {
  const note = notesOn(audit, 'Automation template', 'automation_template')

  async function find(actor: Actor, id: string, db: Executor = database.db): Promise<FoundTemplate | undefined> {
    // Ids also come from bodies, as they were written.
    return isUuid(id) ? (await findTemplates(db, actor, [id.toLowerCase()]))[0] : undefined
  }

  const get = async (actor: Actor, id: string): Promise<FoundTemplate> => orNotFound(await find(actor, id))

  async function store(
    tx: Executor,
    id: string,
    { groupIds, references }: Awaited<ReturnType<typeof readTemplateBody>>,
  ): Promise<void> {
    await replaceGroups(tx, id, groupIds)
    await replaceReferences(tx, id, references)
  }

  /** PUT starts from the defaults, PATCH from the present template. */
  async function change(
    actor: Actor,
    id: string,
    given: TemplateBody,
    ifMatch: Precondition,
    replaces: boolean,
  ): Promise<FoundTemplate> {
    return database.transaction(async (tx) => {
      const found = orNotFound(await find(actor, id, tx))
      const before: TemplateFields = { ...found.row, groupIds: found.groupIds }
      const fields = await readTemplateBody(tx, given, replaces ? TEMPLATE_DEFAULTS : before)
      const row = orNotFound(await lockTemplate(tx, actor, id))
      ifMatch.check(row.updatedAt)
      const setsGroups = replaces || given.body.allowed_groups !== undefined
      const changes = {
        ...columnsOf(fields),
        isRestricted: setsGroups ? fields.groupIds.length > 0 : row.isRestricted,
        updatedAt: nextVersionTime(clock.now(), row.updatedAt),
      }
      await updateTemplate(tx, id, changes)
      await store(tx, id, fields)
      await note(tx, 'automation_template_update', row, 'was changed', { before: columnsOf(before), after: given.body })
      // Not read again: a caller may have taken the template from themselves.
      return { ...found, row: { ...row, ...changes }, groupIds: fields.groupIds }
    })
  }

  return {
    list: (actor: Actor, filter: TemplateFilter, page: PageRequest) =>
      listTemplateIds(database.db, actor, filter, page),
    /** The templates of a page, a few at a time. */
    read: async function* (actor: Actor, ids: readonly string[]): AsyncGenerator<readonly FoundTemplate[]> {
      for (let from = 0; from < ids.length; from += READ_AT_ONCE) {
        yield await findTemplates(database.db, actor, ids.slice(from, from + READ_AT_ONCE))
      }
    },
    get,

    create: async (actor: Actor, given: TemplateBody): Promise<FoundTemplate> => {
      const id = randomUUID()
      return database.transaction(async (tx) => {
        const fields = await readTemplateBody(tx, given, TEMPLATE_DEFAULTS)
        const now = clock.now()
        const row: TemplateRow = {
          id,
          ...columnsOf(fields),
          isRestricted: fields.groupIds.length > 0,
          createdBy: actor.id,
          createdAt: now,
          updatedAt: now,
        }
        await insertTemplate(tx, row)
        await store(tx, id, fields)
        await note(tx, 'automation_template_create', row, 'was created', given.body)
        return { row, createdByName: actor.username, groupIds: fields.groupIds }
      })
    },

    change: (actor: Actor, id: string, given: TemplateBody, ifMatch: Precondition) =>
      change(actor, id, given, ifMatch, false),
    replace: (actor: Actor, id: string, given: TemplateBody, ifMatch: Precondition) =>
      change(actor, id, given, ifMatch, true),

    /** Refused while a handler of the event objects. */
    remove: async (actor: Actor, id: string): Promise<null> => {
      await database.transaction(async (tx) => {
        const row = orNotFound(await lockTemplate(tx, actor, id))
        await events.raise(tx, automationTemplateDeleting, { template_id: id })
        await deleteTemplate(tx, id)
        await forgetReferences(tx, id)
        await note(tx, 'automation_template_delete', row, 'was deleted', columnsOf(row))
      })
      return null
    },

    /** A template that the actor sees, for ids from anywhere. */
    visible: async (actor: Actor, id: string): Promise<TemplateRow | undefined> => (await find(actor, id))?.row,

    /** Reads the lists of the template's columns: one that cannot be read is a 400. */
    launchable: async (actor: Actor, id: string, signal: AbortSignal): Promise<Launchable | undefined> => {
      const found = await find(actor, id)
      return found && openLaunchable({ database, readAllowed }, { row: found.row, actor, signal })
    },

    /** Undefined when there is no such template. */
    seenBy: async (id: string): Promise<Audience | undefined> => {
      const audience = await findAudience(database.db, id)
      return audience && (audience.isRestricted ? { groupIds: audience.groupIds } : { everybody: true })
    },
  }
}

type Columns = Omit<TemplateFields, 'groupIds'>
const columnsOf = ({ name, description, categoryId, connectionId, jobTemplateId, ...rest }: Columns): Columns => {
  const { executionMode, rowConcurrency, schema, validationLists } = rest
  return {
    name,
    description,
    categoryId,
    connectionId,
    jobTemplateId,
    executionMode,
    rowConcurrency,
    schema,
    validationLists,
  }
}
