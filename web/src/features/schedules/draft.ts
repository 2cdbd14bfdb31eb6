import type { Wire } from '../../lib/api/wire.ts'
import { type MappingDraft, mappingOf } from '../../resources/row-mapping.ts'
import type { Timing } from './next-slots.ts'

export const ROW_CHANGES = ['added', 'removed', 'changed'] as const
type RowChange = (typeof ROW_CHANGES)[number]
/** Leaves it to the settings of the owner. */
const USUAL = 'usual'
type Usual = typeof USUAL

/** What a firing launches when rows changed, as it is typed. */
export type FollowUpDraft = {
  readonly template: string
  readonly mapping: MappingDraft
  readonly changes: readonly RowChange[]
  readonly filter: string
  readonly needsApproval: boolean
}

/** What a firing gives Prometheus, as it is typed. */
export type MetricDraft = {
  readonly name: string
  readonly help: string
  /** Empty: the number of rows. */
  readonly column: string
  /** Columns, with commas between them. */
  readonly labels: string
}

/** A scheduled task as its form has it. */
export type ScheduleDraft = Timing & {
  readonly name: string
  readonly query: string
  readonly connections: readonly string[]
  readonly merge: boolean
  readonly allowPartial: boolean
  readonly variables: Readonly<Record<string, string>>
  readonly capture: Usual | 'yes' | 'no'
  readonly retention: Usual | NonNullable<Wire.ScheduledTask['retention_policy']>
  readonly onFailure: boolean
  readonly onChanged: boolean
  readonly onExpectation: boolean
  readonly followUp: FollowUpDraft | undefined
  readonly metric: MetricDraft | undefined
}

export const newDraft = (timezone: string, query = ''): ScheduleDraft => ({
  type: 'cron',
  cron: '30 6 * * mon-fri',
  minutes: '60',
  timezone,
  name: '',
  query,
  connections: [],
  merge: false,
  allowPartial: false,
  variables: {},
  capture: USUAL,
  retention: USUAL,
  onFailure: true,
  onChanged: false,
  onExpectation: true,
  followUp: undefined,
  metric: undefined,
})

export const NEW_METRIC: MetricDraft = { name: '', help: '', column: '', labels: '' }

export const NEW_FOLLOW_UP: FollowUpDraft = {
  template: '',
  mapping: {},
  changes: ROW_CHANGES,
  filter: '',
  needsApproval: true,
}

export function taskDraft(task: Wire.ScheduledTask): ScheduleDraft {
  return {
    type: task.schedule_type,
    cron: task.cron_expression ?? '',
    minutes: String(task.interval_minutes ?? ''),
    timezone: task.timezone,
    name: task.name,
    query: task.saved_query,
    connections: task.controller_connections,
    merge: task.merge,
    allowPartial: task.allow_partial,
    variables: Object.fromEntries(Object.entries(task.variables).map(([name, value]) => [name, textOf(value)])),
    capture: task.capture_snapshot === null ? USUAL : task.capture_snapshot ? 'yes' : 'no',
    retention: task.retention_policy ?? USUAL,
    onFailure: task.notify_on_failure,
    onChanged: task.notify_on_changes,
    onExpectation: task.notify_on_expectation,
    followUp: task.on_changes === null ? undefined : followUpOf(task.on_changes),
    metric: task.metric === null ? undefined : metricDraftOf(task.metric),
  }
}

const metricDraftOf = ({ name, help = '', value, labels }: NonNullable<Wire.ScheduledTask['metric']>): MetricDraft => ({
  name,
  help,
  column: value === ROWS ? '' : value,
  labels: labels.join(', '),
})

const followUpOf = ({
  template,
  mapping,
  changes,
  filter,
  requires_approval: needsApproval,
}: NonNullable<Wire.ScheduledTask['on_changes']>): FollowUpDraft => ({
  template,
  mapping: Object.fromEntries(
    Object.entries(mapping).map(([name, from]) => [name, typeof from === 'string' ? from : textOf(from.value)]),
  ),
  changes,
  filter: filter ?? '',
  needsApproval,
})

/** Columns that a follow-up can take are named; anything else that was typed is the same text for all rows. */
export function taskBody(draft: ScheduleDraft, columns: readonly string[]): Wire.ScheduledTaskCreate {
  const isCron = draft.type === 'cron'
  return {
    name: draft.name,
    saved_query: draft.query,
    controller_connections: [...draft.connections],
    merge: draft.merge,
    allow_partial: draft.merge && draft.allowPartial,
    schedule_type: draft.type,
    cron_expression: isCron ? draft.cron : null,
    interval_minutes: isCron ? null : Number(draft.minutes),
    timezone: draft.timezone,
    variables: Object.fromEntries(Object.entries(draft.variables).filter(([, value]) => value !== '')),
    capture_snapshot: draft.capture === USUAL ? null : draft.capture === 'yes',
    retention_policy: draft.retention === USUAL ? null : draft.retention,
    notify_on_failure: draft.onFailure,
    notify_on_changes: draft.onChanged,
    notify_on_expectation: draft.onExpectation,
    on_changes: draft.followUp === undefined ? null : onChangesOf(draft.followUp, columns),
    metric: draft.metric === undefined ? null : metricOf(draft.metric),
  }
}

const ROWS = 'rows'

const metricOf = ({ name, help, column, labels }: MetricDraft) => ({
  name,
  ...(help.trim() !== '' && { help: help.trim() }),
  value: column.trim() === '' ? ROWS : column.trim(),
  labels: labels
    .split(',')
    .map((label) => label.trim())
    .filter((label) => label !== ''),
})

const onChangesOf = (
  { template, mapping, changes, filter, needsApproval }: FollowUpDraft,
  columns: readonly string[],
) => ({
  template,
  mapping: mappingOf(mapping, columns),
  changes: [...changes],
  filter: filter.trim() === '' ? null : filter,
  requires_approval: needsApproval,
})

/** The columns of a comparison: those of the rows, what changed, and what each column was before. */
export const comparedColumns = (columns: readonly string[]): readonly string[] =>
  columns.length === 0 ? [] : ['change', ...columns, ...columns.map((name) => `before.${name}`)]

/** Columns that a saved mapping takes count as such, even before a run says which there are. */
export const mappedColumns = (task: Wire.ScheduledTask | undefined): readonly string[] =>
  Object.values(task?.on_changes?.mapping ?? {}).filter((from) => typeof from === 'string')

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))
