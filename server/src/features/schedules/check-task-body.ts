import { MOST_MERGED_CONNECTIONS } from '@heddle/contract/executions.ts'
import type { ScheduledTaskPatch } from '@heddle/contract/schedules.ts'
import { variableSizeFaults } from '@heddle/domain/canvas/budget.ts'
import { metricFaults } from '@heddle/domain/query-metric/check-metric.ts'
import { checkCron } from '@heddle/domain/schedule/check-cron.ts'
import { isTimeZone } from '@heddle/domain/schedule/time-zone.ts'
import type { FieldMessages } from '../../kernel/field-messages.ts'
import { readOnChanges } from './on-changes.ts'
import type { TaskRow } from './schedules.store.ts'

/** The fields of a task that a user sets. */
export type TaskFields = Pick<
  TaskRow,
  | 'name'
  | 'savedQueryId'
  | 'controllerConnections'
  | 'scheduleType'
  | 'cronExpression'
  | 'intervalMinutes'
  | 'timezone'
  | 'enabled'
  | 'notifyOnFailure'
  | 'notifyOnChanges'
  | 'notifyOnExpectation'
  | 'merge'
  | 'allowPartial'
  | 'captureSnapshot'
  | 'retentionPolicy'
  | 'diffKeyFields'
  | 'diffIgnoreFields'
  | 'variables'
  | 'onChanges'
  | 'metric'
> & { readonly grantedGroups: readonly number[] }

/** A task with only its required fields given. */
export const taskDefaults = (timezone: string): TaskFields => ({
  name: '',
  savedQueryId: '',
  controllerConnections: [],
  scheduleType: 'interval',
  cronExpression: null,
  intervalMinutes: null,
  timezone,
  enabled: true,
  notifyOnFailure: true,
  notifyOnChanges: false,
  notifyOnExpectation: true,
  merge: false,
  allowPartial: false,
  captureSnapshot: null,
  retentionPolicy: null,
  diffKeyFields: null,
  diffIgnoreFields: null,
  variables: {},
  onChanges: null,
  metric: null,
  grantedGroups: [],
})

/** The fields after a change; the field of the other schedule type is cleared. */
export function applyBody(before: TaskFields, body: ScheduledTaskPatch): TaskFields {
  const scheduleType = body.schedule_type ?? before.scheduleType
  const given = <T>(value: T | undefined, kept: T): T => (value === undefined ? kept : value)
  return {
    name: body.name ?? before.name,
    savedQueryId: body.saved_query?.toLowerCase() ?? before.savedQueryId,
    controllerConnections: body.controller_connections?.map((id) => id.toLowerCase()) ?? before.controllerConnections,
    scheduleType,
    cronExpression:
      scheduleType === 'cron' ? (given(body.cron_expression, before.cronExpression)?.trim() ?? null) : null,
    intervalMinutes: scheduleType === 'interval' ? given(body.interval_minutes, before.intervalMinutes) : null,
    timezone: body.timezone ?? before.timezone,
    enabled: body.enabled ?? before.enabled,
    notifyOnFailure: body.notify_on_failure ?? before.notifyOnFailure,
    notifyOnChanges: body.notify_on_changes ?? before.notifyOnChanges,
    notifyOnExpectation: body.notify_on_expectation ?? before.notifyOnExpectation,
    merge: body.merge ?? before.merge,
    allowPartial: body.allow_partial ?? before.allowPartial,
    captureSnapshot: given(body.capture_snapshot, before.captureSnapshot),
    retentionPolicy: given(body.retention_policy, before.retentionPolicy),
    diffKeyFields: given(body.diff_key_fields, before.diffKeyFields),
    diffIgnoreFields: given(body.diff_ignore_fields, before.diffIgnoreFields),
    variables: body.variables ?? before.variables,
    onChanges: body.on_changes === undefined ? before.onChanges : body.on_changes && readOnChanges(body.on_changes),
    metric:
      body.metric === undefined ? before.metric : body.metric && { ...body.metric, labels: body.metric.labels ?? [] },
    grantedGroups: body.granted_groups ? [...new Set(body.granted_groups)] : before.grantedGroups,
  }
}

const FIELD_OF = { cron: 'cron_expression', interval: 'interval_minutes' } as const
const OTHER_TYPE = { cron: 'interval', interval: 'cron' } as const

/** The schema errors that matter: the field of the other schedule type is ignored, and so are its errors. */
export function relevantFaults(faults: FieldMessages, type: unknown): FieldMessages {
  const ignored = type === 'cron' || type === 'interval' ? FIELD_OF[OTHER_TYPE[type]] : undefined
  return Object.fromEntries(Object.entries(faults).filter(([field]) => field !== ignored))
}

/** Checks that need no database; a field with a schema error is not checked again. */
export function checkFields(fields: TaskFields, faulty: (field: string) => boolean): FieldMessages {
  const faults: FieldMessages = {}
  const check = (field: string, fault: () => string | undefined): void => {
    const found = faulty(field) ? undefined : fault()
    if (found !== undefined) faults[field] = [found]
  }
  const excess = faulty('variables') ? [] : variableSizeFaults(fields.variables)
  if (excess.length > 0) faults.variables = excess.map((fault) => `${fault}.`)
  check('timezone', () => timeZoneFault(fields.timezone))
  check('controller_connections', () => repeatedConnection(fields.controllerConnections) ?? tooManyToMerge(fields))
  check('allow_partial', () =>
    fields.allowPartial && !fields.merge ? 'Expected false without "merge": true.' : undefined,
  )
  if (fields.metric && !faulty('metric')) Object.assign(faults, metricFaults(fields.metric))
  if (faulty('schedule_type')) return faults
  if (fields.scheduleType === 'cron') check('cron_expression', () => cronFault(fields.cronExpression))
  else check('interval_minutes', () => (fields.intervalMinutes === null ? REQUIRED : undefined))
  return faults
}

const REQUIRED = 'This field is required.'

const timeZoneFault = (name: string): string | undefined =>
  isTimeZone(name) ? undefined : `${name}: expected an IANA time zone such as Europe/Warsaw.`

const cronFault = (expression: string | null): string | undefined =>
  expression === null || expression === '' ? REQUIRED : checkCron(expression)

function repeatedConnection(ids: readonly string[]): string | undefined {
  const repeated = ids.find((id, index) => ids.indexOf(id) !== index)
  return repeated === undefined ? undefined : `${repeated}: expected each connection once.`
}

const tooManyToMerge = ({ merge, controllerConnections: { length } }: TaskFields): string | undefined =>
  merge && length > MOST_MERGED_CONNECTIONS
    ? `${length} connections: expected at most ${MOST_MERGED_CONNECTIONS} with "merge": true.`
    : undefined
