import type { FileSavedQuery, FileScheduledTask, FileWaiver } from '@heddle/contract/query-files.ts'
import { byText } from '@heddle/domain/query-files/match-file.ts'
import { mapReferences } from '@heddle/domain/query-files/references.ts'
import { timestamp } from '../../kernel/instants.ts'
import { guidanceGiven } from '../queries/index.ts'
import type { TaskFields } from '../schedules/index.ts'
import type { WaiverContent } from '../waivers/index.ts'
import type { ExportedQuery } from './query-files.store.ts'

/** What ids are called in a file. What was deleted no longer has a name, and stays an id. */
export type Names = {
  readonly folders: Lookup<number>
  readonly queries: Lookup<string>
  readonly connections: Lookup<string>
  readonly groups: Lookup<number>
  readonly templates: Lookup<string>
}
type Lookup<Id> = Pick<ReadonlyMap<Id, string>, 'get'>

const nameOf = (names: Lookup<string>, id: string): string => names.get(id.toLowerCase()) ?? id

/** Keys in the order in which a file has them. */
export function fileQuery(
  row: Omit<ExportedQuery, 'id'>,
  names: Names,
  waivers: readonly WaiverContent[] = [],
): FileSavedQuery {
  const { nodes, edges, postProcessors, expect, parameters } = row
  return mapReferences(
    {
      name: row.name,
      description: row.description,
      category: row.categoryId === null ? null : (names.folders.get(row.categoryId) ?? null),
      ...(row.controllerConnectionId !== null && {
        controller_connection: nameOf(names.connections, row.controllerConnectionId),
      }),
      nodes,
      edges,
      post_processors: postProcessors,
      ...(expect !== null && { expect }),
      ...(parameters.length > 0 && { parameters }),
      ...guidanceGiven(row),
      ...(waivers.length > 0 && { waivers: waivers.map((one) => fileWaiver(one, names)).toSorted(byContent) }),
    },
    (id) => nameOf(names.queries, id),
  )
}

const fileWaiver = (waiver: WaiverContent, names: Names): FileWaiver => ({
  resource: waiver.resource,
  ...(waiver.controllerConnectionId !== null && {
    controller_connection: nameOf(names.connections, waiver.controllerConnectionId),
  }),
  until: timestamp(waiver.until),
  reason: waiver.reason,
})

const byContent = (one: FileWaiver, other: FileWaiver): number => byText(sortKey(one), sortKey(other))
const sortKey = ({ resource, controller_connection: connection, until, reason }: FileWaiver): string =>
  [resource, connection ?? '', until, reason].join('\0')

/** A task without its owner, its state, and whatever is as for a new task unless it is said. */
export function fileTask(task: TaskFields, names: Names): FileScheduledTask {
  const groups = task.grantedGroups.flatMap((id) => names.groups.get(id) ?? []).toSorted(byText)
  return {
    name: task.name,
    saved_query: nameOf(names.queries, task.savedQueryId),
    controller_connections: task.controllerConnections.map((id) => nameOf(names.connections, id)),
    ...(task.merge && { merge: true }),
    ...(task.allowPartial && { allow_partial: true }),
    schedule_type: task.scheduleType,
    ...(task.scheduleType === 'cron'
      ? { cron_expression: task.cronExpression }
      : { interval_minutes: task.intervalMinutes }),
    timezone: task.timezone,
    enabled: task.enabled,
    notify_on_failure: task.notifyOnFailure,
    notify_on_changes: task.notifyOnChanges,
    notify_on_expectation: task.notifyOnExpectation,
    ...(groups.length > 0 && { granted_groups: groups }),
    ...(task.captureSnapshot !== null && { capture_snapshot: task.captureSnapshot }),
    ...(task.retentionPolicy !== null && { retention_policy: task.retentionPolicy }),
    ...(task.diffKeyFields !== null && { diff_key_fields: [...task.diffKeyFields] }),
    ...(task.diffIgnoreFields !== null && { diff_ignore_fields: [...task.diffIgnoreFields] }),
    ...(Object.keys(task.variables).length > 0 && { variables: task.variables }),
    ...(task.metric !== null && { metric: task.metric }),
    ...(task.onChanges !== null && {
      on_changes: { ...task.onChanges, template: nameOf(names.templates, task.onChanges.template) },
    }),
  }
}
