import type { OnChanges } from '@heddle/contract/schedules.ts'
import { isAllowed, may } from '../../../kernel/access.ts'
import type { Actor } from '../../../kernel/caller.ts'
import type { SchedulesService } from '../../schedules/index.ts'
import type { UsersService } from '../../users/index.ts'
import type { ChoosesRows } from '../launch/launch.service.ts'
import { fitRows, type LaunchableTemplate, type LaunchesFrom } from '../launch/launchable.ts'
import type { NewRequest } from '../launch/new-request.ts'
import { NoRowsLeft } from '../source/no-rows-left.ts'

export type FollowUpSources = {
  readonly users: Pick<UsersService, 'actor'>
  readonly templates: LaunchesFrom
  readonly source: ChoosesRows
}
type Task = NonNullable<Awaited<ReturnType<SchedulesService['findAwaitingFollowUp']>>>
/** The run of a task that found changes, and the snapshots between which it found them. */
type FoundBetween = {
  readonly scheduled_execution_id: string
  readonly snapshot_a: string
  readonly snapshot_b: string
}

const LAUNCH = may('automation.launch_template')

/** Why there is no request. Its text is shown to the owner of the task. */
export class NoFollowUp extends Error {
  override readonly name = 'NoFollowUp'
}

/** The request to make of the changes; undefined if the filter keeps no row. Also throws `FieldErrors`. */
export async function prepareFollowUp(
  parts: FollowUpSources,
  task: Task,
  onChanges: OnChanges,
  found: FoundBetween,
  signal: AbortSignal,
): Promise<NewRequest | undefined> {
  const owner = await requesterOf(parts, task)
  const launchable = await findTemplate(parts, owner, onChanges, signal)
  const { snapshot_a, snapshot_b } = found
  const { mapping, filter, changes } = onChanges
  const terms = { key_fields: task.diffKeyFields, ignore_fields: task.diffIgnoreFields }
  const choice = { rows_from: { compare: { snapshot_a, snapshot_b, changes, ...terms } }, mapping, filter }
  const chosen = await parts.source.choose(owner, choice, launchable.template.columns, signal).catch(noneIfNoneLeft)
  if (!chosen) return undefined
  return {
    templateId: launchable.id,
    template: launchable.template,
    requester: owner,
    comment: `Changes found by the scheduled task "${task.name}"`,
    rows: await fitRows(launchable, chosen.rows),
    source: { ...chosen.source, scheduled_execution: found.scheduled_execution_id },
    selection: chosen.selection,
    warnings: chosen.warnings,
    verifyAfter: null,
    needsApproval: onChanges.requires_approval,
    relaunchOf: null,
  }
}

async function requesterOf({ users }: FollowUpSources, { ownerId }: Task): Promise<Actor> {
  const owner = await users.actor(ownerId)
  if (!owner) throw new NoFollowUp('The owner of the task may not sign in.')
  if (!isAllowed(LAUNCH, owner)) throw new NoFollowUp('The owner of the task may not launch templates.')
  return owner
}

async function findTemplate(
  { templates }: FollowUpSources,
  owner: Actor,
  { template }: OnChanges,
  signal: AbortSignal,
): Promise<LaunchableTemplate> {
  const found = await templates.launchable(owner, template, signal)
  if (!found) throw new NoFollowUp('The template was deleted, or the owner of the task may no longer launch it.')
  return found
}

function noneIfNoneLeft(error: unknown): undefined {
  if (!(error instanceof NoRowsLeft)) throw error
}
