import { isDeepStrictEqual } from 'node:util'
import { ROW_CHANGES } from '@heddle/contract/automation.ts'
import type { OnChanges, OnChangesWrite, ScheduledTaskPatch } from '@heddle/contract/schedules.ts'
import type { SchemaColumn } from '@heddle/domain/automation/column.ts'
import { rowChoiceFaults, readRowChoice } from '@heddle/domain/automation/row-choice.ts'
import { isAllowed, may, requireAllowed } from '../../kernel/access.ts'
import type { Actor } from '../../kernel/caller.ts'
import { type FieldMessages, hasError } from '../../kernel/field-messages.ts'
import type { UsersService } from '../users/index.ts'
import type { CountedChanges } from './schedules.tables.ts'

export type FindsTemplates = {
  readonly launchable: (
    actor: Actor,
    id: string,
    signal: AbortSignal,
  ) => Promise<{ readonly template: { readonly columns: readonly SchemaColumn[] } } | undefined>
}

type Dependencies = {
  readonly users: Pick<UsersService, 'actor'>
  readonly templates: FindsTemplates
}
/** A request body with the errors of its schema. */
export type TaskBody = { readonly body: ScheduledTaskPatch; readonly faults: FieldMessages }

const LAUNCH = may('automation.launch_template')
const PREFIX = 'on_changes.'

/** What a body says, with its defaults filled in. */
export function readOnChanges({ template, changes, requires_approval, ...choice }: OnChangesWrite): OnChanges {
  return {
    template: template.toLowerCase(),
    ...readRowChoice(choice),
    changes: ROW_CHANGES.filter((change) => changes?.includes(change) ?? true),
    requires_approval: requires_approval ?? true,
  }
}

/** Whether a firing with these changes is to make a request. */
export const wantsFollowUp = (wanted: OnChanges | null, found: CountedChanges): boolean =>
  wanted !== null && wanted.changes.some((change) => found[change] > 0)

/** The columns of a template that the owner of a task may launch; undefined if there is none. */
export type ColumnsOfTemplate = (template: string) => Promise<readonly SchemaColumn[] | undefined>

/** Reads lists that templates refer to, which may take a while, so call it outside transactions. */
export function createTemplateReader({ users, templates }: Dependencies) {
  return async (
    ownerId: number,
    template: string,
    signal: AbortSignal,
  ): Promise<readonly SchemaColumn[] | undefined> => {
    const owner = await users.actor(ownerId)
    if (!owner || !isAllowed(LAUNCH, owner)) return undefined
    return (await templates.launchable(owner, template, signal))?.template.columns
  }
}

/**
 * Checks the follow-up that a body asks for. It is launched with the rights of the task's owner, but only somebody who
 * may launch may ask for it. One that the task already has stays, even if its template is gone.
 */
export async function faultsOfOnChanges(
  caller: Actor,
  { body, faults }: TaskBody,
  before: OnChanges | null,
  columnsOf: ColumnsOfTemplate,
): Promise<FieldMessages> {
  const given = body.on_changes
  if (given === undefined || given === null) return {}
  const isReadable = !hasError(faults, 'on_changes')
  if (isReadable && isDeepStrictEqual(readOnChanges(given), before)) return {}
  requireAllowed(LAUNCH, caller)
  if (hasError(faults, 'on_changes.template') || typeof given.template !== 'string') return {}
  const columns = await columnsOf(given.template)
  // Without a template nothing is known about its columns, but the filter can be wrong all the same.
  const found = Object.entries(rowChoiceFaults(given, columns ?? [])).filter(
    ([field]) => columns !== undefined || field === 'filter',
  )
  const ofTemplate = columns
    ? {}
    : { [`${PREFIX}template`]: ['There is no such template that the owner of the task may launch.'] }
  return { ...ofTemplate, ...Object.fromEntries(found.map(([field, messages]) => [`${PREFIX}${field}`, messages])) }
}
