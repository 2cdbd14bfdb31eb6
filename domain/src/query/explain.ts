import type { ControllerQuery } from '../controller-query/controller-query.ts'
import { readableCount } from '../controller-query/count-query.ts'
import { readablePath, renderFilter } from '../controller-query/render-path.ts'
import { describeFilter } from '../canvas/describe-filter.ts'
import { classesText } from '../canvas/node-classes.ts'
import type { Filter } from '../canvas/canvas.ts'
import { describeCondition, hasExpression } from '../canvas/match-conditions.ts'
import type { Sizes } from '../validation/large-class-rule.ts'
import { classSize } from './estimate.ts'
import { pushedBy } from './pushed-by.ts'
import type {
  TableAccess,
  Fetch,
  FirstObjects,
  JoinOn,
  JoinStep,
  Plan,
  PlanStep,
  SemiJoinKeys,
  PlanTable,
  UnionPart,
} from './plan.ts'

type Explained = Pick<Plan, 'fetches' | 'joins' | 'rows' | 'post_processors' | 'stop_after_rows' | 'counted'>

/** Facts about the run, besides the plan. */
type RunFacts = {
  readonly counted?: boolean | undefined
  readonly background?: boolean | undefined
  readonly maxResultRows?: number | undefined
  readonly merged?: readonly string[] | undefined
  readonly sizes?: Sizes | undefined
}

/** The plan as a list of steps: one per table, join and post-processor. */
export function explainSteps(plan: Explained, options: RunFacts = {}): readonly PlanStep[] {
  return [
    ...plan.fetches.flatMap((fetch) =>
      fetch.tables.map((table, index) => explainTable(fetch, table, index, { ...options, counted: plan.counted })),
    ),
    ...plan.joins.map(explainJoin),
    { step: 'rows', id: 'rows', text: explainRows(plan, options) },
    ...plan.post_processors.map(explainPostProcessor),
  ]
}

/** The steps as readable text, one line each. */
export function explainText(steps: readonly PlanStep[]): string {
  return steps.map(({ step, text }, index) => `${index + 1}. ${step.replace('_', '-')} ${text}`).join('\n')
}

function explainTable(fetch: Fetch, table: PlanTable, index: number, options: RunFacts): PlanStep {
  const isNested = index > 0
  const { access } = fetch
  const isUnread = access.kind === 'query' && access.groups?.length === 0
  const pushed =
    isNested || access.kind !== 'union' ? (table.pushed ? [table.pushed] : []) : access.parts.flatMap(pushedBy)
  const local = isNested || access.kind !== 'union' ? [table.local] : access.parts.map((part) => part.local)
  const pushed_filter = isUnread ? undefined : joined(pushed.map(renderFilter))
  const local_filter = isUnread
    ? undefined
    : joined(local.flatMap((filter) => (filter === undefined ? [] : [describeFilter(filter)])))
  const how = isNested
    ? [
        `inside the answer for ${fetch.tables[0]?.id}`,
        ...checks(table.pushed && renderFilter(table.pushed), table.local),
      ]
    : [...explainReading(access, table, options), ...(options.counted ? ['only counted by the controller'] : [])]
  const rows = isNested || isUnread ? [] : [explainCount(fetch, options)]
  const request = isNested || isUnread ? undefined : firstQuery(access)
  const class_name = classesText(table.class_names ?? [table.class_name])
  const named = table.optional ? `${class_name}, if the controller knows it` : class_name
  return {
    step: 'fetch',
    id: table.id,
    text: `${table.id} (${named}): ${[...how, ...rows].join('; ')}`,
    class_name,
    access: access.kind,
    ...(request === undefined ? {} : { request: options.counted ? readableCount(request) : readablePath(request) }),
    ...(pushed_filter === undefined ? {} : { pushed_filter }),
    ...(local_filter === undefined ? {} : { local_filter }),
    ...(isNested ? {} : { estimated_rows: fetch.estimated_rows }),
    size: sizeOf(table, options),
  }
}

/** The classes of a union may be filtered in different words. */
const joined = (texts: readonly string[]): string | undefined =>
  texts.length === 0 ? undefined : [...new Set(texts)].join('; ')

/** A union is counted if all its classes are. */
function sizeOf(
  { class_name, class_names = [class_name] }: PlanTable,
  { sizes }: RunFacts,
): NonNullable<PlanStep['size']> {
  const objects = class_names.reduce((sum, name) => sum + (sizes?.(name) ?? classSize(name, undefined)), 0)
  return { objects, source: class_names.every((name) => sizes?.(name) !== undefined) ? 'counted' : 'estimated' }
}

/** A class that is read as a whole has as many objects as were counted; everything else is an estimate. */
function explainCount({ tables, access, estimated_rows }: Fetch, { sizes }: RunFacts): string {
  const counted = isWholeClass(access) ? sizes?.(tables[0]!.class_name) : undefined
  const objects = counted ?? estimated_rows
  const text = `${objects} ${objects === 1 ? 'object' : 'objects'}`
  if (counted !== undefined) return `counted ${text}`
  return `about ${text}${tables.length > 1 ? ' in total' : ''}`
}

function isWholeClass(access: TableAccess): boolean {
  if (access.kind !== 'query' || access.groups !== undefined) return false
  const { target, filter, time_range } = access.query
  return target.kind === 'class' && filter === undefined && time_range === undefined
}

function explainReading(access: TableAccess, table: PlanTable, options: RunFacts): readonly string[] {
  if (access.kind === 'query' && access.groups?.length === 0) return [explainAccess(access, table, options)]
  if (access.kind !== 'union')
    return [explainAccess(access, table, options), ...checks(table.pushed && renderFilter(table.pushed), table.local)]
  if (access.parts.length === 0) return ['nothing, because no object of these classes can pass the filters']
  return access.parts.map((part) => `${classesText(part.class_names)}: ${explainPart(part, table, options)}`)
}

function explainPart(part: UnionPart, table: PlanTable, options: RunFacts): string {
  const how = explainAccess(part.access, { ...table, class_name: classesText(part.class_names) }, options)
  return [how, ...checks(joined(pushedBy(part).map(renderFilter)), part.local)].join(', ')
}

function checks(pushed: string | undefined, local: Filter | undefined): readonly string[] {
  return [
    ...(pushed === undefined ? [] : [`the controller checks ${pushed}`]),
    ...(local === undefined ? [] : [`checked here: ${describeFilter(local)}`]),
  ]
}

/** Undefined if it is only known during the run. */
function firstQuery(access: TableAccess): ControllerQuery | undefined {
  switch (access.kind) {
    case 'query':
      return access.groups?.[0] ? { ...access.query, filter: access.groups[0] } : access.query
    case 'nested':
      return access.query
    case 'semi_join':
      return undefined
    case 'union':
      return access.parts[0] && firstQuery(access.parts[0].access)
  }
}

function explainAccess(access: Exclude<TableAccess, { kind: 'union' }>, table: PlanTable, options: RunFacts): string {
  switch (access.kind) {
    case 'query':
      if (access.groups?.length === 0) return 'nothing is read, because no object can be part of the result'
      if (access.first) return `${explainQuery(access.query, options)}, ${explainFirst(access.first)}`
      return access.groups
        ? `all objects with one of its many values, in ${access.groups.length} requests`
        : explainQuery(access.query, options)
    case 'nested':
      return `${explainQuery(access.query, options)}, with ${access.query.subtree?.classes.join(', ')} nested because there are few per parent`
    case 'semi_join':
      return `only ${explainKeys(access.keys, table)} (if more than ${access.max_keys}: ${explainQuery(access.otherwise, options)})`
  }
}

function explainFirst({ property, descending, count, order }: FirstObjects): string {
  const ends = order === 'time' ? ['oldest', 'newest'] : ['first', 'last']
  return `but only the ${ends[descending ? 1 : 0]} ${count} by ${property} if the controller can order them`
}

function explainQuery(query: ControllerQuery, { background }: RunFacts): string {
  if (query.target.kind === 'mo') return `below ${query.target.dn}, because its scope is known${explainTime(query)}`
  if (query.filter !== undefined) return `all objects of the class that pass its filter${explainTime(query)}`
  if (query.time_range !== undefined) return `the objects of the class${explainTime(query)}`
  return background === true ? 'the whole class, counted first' : 'the whole class'
}

/** The range the controller is asked for, which is wider than the wanted one. */
const explainTime = ({ time_range }: ControllerQuery): string =>
  time_range === undefined ? '' : `, of the time ${time_range}`

function explainKeys(keys: SemiJoinKeys, { class_name }: PlanTable): string {
  switch (keys.by) {
    case 'scopes':
      return `below the few objects of ${keys.from}`
    case 'ancestors':
      return `${class_name} objects above the few objects of ${keys.from}`
    case 'values':
      return `where ${keys.property} is the ${keys.from_property} of one of the few objects of ${keys.from}`
  }
}

function explainJoin({ edge_id, left, right, on, join }: JoinStep): PlanStep {
  return {
    step: 'join',
    id: edge_id,
    text: `${left} with ${right} (${join}, edge ${edge_id}): ${explainOn(on, left, right)}`,
  }
}

/** What follows, up to the end of the line, may hold values that a user entered. */
export const BY_EXPRESSIONS = 'by expressions: '

function explainOn(on: JoinOn, left: string, right: string): string {
  switch (on.kind) {
    case 'child':
      return `${right} is a child of ${left}`
    case 'descendant':
      return `${right} is below ${left}`
    case 'parent':
      return `${left} is a child of ${right}`
    case 'equal':
      return `${left}.${on.left} = ${right}.${on.right}`
    case 'conditions': {
      const text = on.all.map((condition) => describeCondition(condition, left, right)).join(' and ')
      return on.all.some(hasExpression) ? `${BY_EXPRESSIONS}${text}` : text
    }
    case 'any':
      return 'every object of one with every object of the other'
    case 'relation_end':
      return `${on.relation === 'left' ? right : left} holds or is named by ${on.relation === 'left' ? left : right}`
  }
}

function explainRows({ rows, stop_after_rows }: Explained, { maxResultRows, merged }: RunFacts): string {
  const others = [
    ...rows.tables.slice(1).map(({ table, prefix }) => `${table} as ${prefix}.*`),
    ...(rows.relations ?? []).flatMap(({ table, prefix, properties }) =>
      properties.map((name) => `${name} of ${table} as ${prefix}.${name}`),
    ),
  ]
  const limit = stop_after_rows === undefined ? [] : [`reading stops after ${stop_after_rows}`]
  const most = maxResultRows === undefined ? [] : [`at most ${maxResultRows}`]
  const connections = merged === undefined ? [] : [`of ${merged.join(', ')} together`]
  return [`one per match, in the order of ${rows.primary}`, ...connections, ...others, ...limit, ...most].join('; ')
}

function explainPostProcessor({ id, type, enabled }: Plan['post_processors'][number]): PlanStep {
  return { step: 'post_processor', id, text: enabled ? type : `${type} (disabled)` }
}
