import type { Filter } from '../canvas/canvas.ts'
import { pushDown } from '../filter/push-down.ts'
import { FEW_MEMBERS } from '../mim/few-members.ts'
import { findKnownClass } from '../mim/known-classes.ts'
import type { ClassInfo, ClassModel } from '../mim/model.ts'
import type { ControllerFilter } from '../controller-query/controller-query.ts'
import { canAsk, filtersOfClass, propertiesOf } from '../filter/class-filters.ts'
import { emptyTables } from './empty-tables.ts'
import { classSize, scopeShare, selectivity } from './estimate.ts'
import type { LogicalQuery, LogicalTable } from './resolve-canvas.ts'
import type { TableId } from './plan.ts'
import { inheritScopes } from './scopes.ts'
import { isLongList, valueGroups } from './value-groups.ts'
import { allOf } from './within-scope.ts'
import type { Sizes } from '../validation/large-class-rule.ts'

/** A table with everything needed to choose an access path. */
export type SourceTable = {
  readonly logical: LogicalTable
  readonly id: TableId
  readonly class_name: string
  /** Attributes to keep; undefined: all. */
  readonly properties: readonly string[] | undefined
  readonly pushed: ControllerFilter | undefined
  readonly local: Filter | undefined
  /** Nothing of it can be in the result. */
  readonly is_empty: boolean
  /** Own or inherited. */
  readonly scope_dn: string | undefined
  /** The concrete classes of its objects, if they are known. */
  readonly members: ReadonlySet<string> | undefined
  /** Undefined if its objects have several. */
  readonly rn_format: string | undefined
  /** Only naming properties and the DN are used, so the controller can leave out the rest. */
  readonly naming_only: boolean
  /** Objects of the class in the fabric, objects that its own query returns, and objects left after local filters. */
  readonly size: number
  readonly readRows: number
  readonly keptRows: number
  /** For an `in` with many values: filters of several requests, and the objects that these return. */
  readonly groups: { readonly filters: readonly ControllerFilter[]; readonly rows: number } | undefined
  /** The share of the objects that passes the pushed filters, regardless of scope. */
  readonly pushedShare: number
  /** The range of time the controller is asked for. */
  readonly time_range: string | undefined
  /** Only of a union: each of its classes that can have objects at all, to be read one by one. */
  readonly parts?: readonly SourceTable[]
}

export type TableOptions = {
  readonly model: ClassModel
  /** How many objects a class has, as last counted. */
  readonly sizes?: Sizes | undefined
  readonly background?: boolean
  readonly maxResultRows?: number
  /** The connections of a merged run, by name. */
  readonly merged?: readonly string[] | undefined
}

/** Adds filters, scopes and estimates to the tables of a query. `kept` lists the attributes each table has to keep. */
export function sourceTables(
  query: LogicalQuery,
  kept: ReadonlyMap<TableId, readonly string[] | undefined>,
  options: TableOptions,
): ReadonlyMap<TableId, SourceTable> {
  const scopes = inheritScopes(query)
  const empty = emptyTables(query)
  return new Map(
    query.tables.map((table) => {
      const source = sourceTable(table, kept.get(table.id), scopes.get(table.id), options)
      return [table.id, { ...source, is_empty: empty.has(table.id) }]
    }),
  )
}

function sourceTable(
  logical: LogicalTable,
  properties: readonly string[] | undefined,
  scope_dn: string | undefined,
  options: TableOptions,
): SourceTable {
  const { parts } = logical
  if (parts === undefined) return classTable({ logical, asked: logical.filters, properties, scope_dn }, options)
  const { model } = options
  const read = parts.flatMap((part) => {
    const filters = filtersOfClass(part.filters, part.class_name, model)
    if (filters === false) return []
    const asked = filters.filter((filter) => canAsk(filter, part.class_name, model))
    return [classTable({ logical: { ...part, filters }, asked, properties, scope_dn }, options)]
  })
  return unionTable(logical, read, membersOfAll(parts, model), properties, scope_dn)
}

/** One of its parts does not read what another one reads, so sizes may be added up. */
function unionTable(
  logical: LogicalTable,
  parts: readonly SourceTable[],
  members: ReadonlySet<string> | undefined,
  properties: readonly string[] | undefined,
  scope_dn: string | undefined,
): SourceTable {
  const sum = (count: (part: SourceTable) => number) =>
    Math.max(
      1,
      parts.map(count).reduce((one, other) => one + other, 0),
    )
  return {
    ...{
      logical,
      id: logical.id,
      class_name: logical.class_name,
      properties,
      scope_dn,
      members,
      parts,
      is_empty: false,
    },
    ...{
      pushed: undefined,
      local: undefined,
      rn_format: undefined,
      naming_only: false,
      groups: undefined,
      time_range: undefined,
    },
    size: sum(({ size }) => size),
    readRows: sum(({ readRows }) => readRows),
    keptRows: sum(({ keptRows }) => keptRows),
    pushedShare: 1,
  }
}

function membersOfAll(parts: readonly LogicalTable[], model: ClassModel): ReadonlySet<string> | undefined {
  const members = parts.map((part) => membersOf(part.class_name, model))
  return members.every((names) => names !== undefined) ? new Set(members.flatMap((names) => [...names])) : undefined
}

type ClassToRead = Pick<SourceTable, 'logical' | 'properties' | 'scope_dn'> & {
  /** Those of the filters that the controller may be asked to check. */
  readonly asked: readonly Filter[]
}

function classTable(
  { logical, asked: candidates, properties, scope_dn }: ClassToRead,
  { model, sizes }: TableOptions,
): SourceTable {
  const { id, class_name, filters, time } = logical
  const info = model.find(class_name) ?? findKnownClass(class_name)
  const naming = info?.naming ?? []
  const members = membersOf(class_name, model)
  const infos = [...(members ?? [])].map((name) => model.find(name) ?? findKnownClass(name))
  const size = classSize(class_name, sizes)
  // Its own range takes the place of filters on the time.
  const inRange = time?.asked === undefined ? [] : time.conditions
  const asked = candidates.filter((filter) => !inRange.includes(filter))
  const isAsked = new Set(asked)
  const checkedHere = filters.filter((filter) => !isAsked.has(filter))
  const { pushed, local: rest } = pushDown(asked, class_name, model.find(class_name)?.properties)
  const local = allOf([...(rest === undefined ? [] : [rest]), ...checkedHere])
  const pushable = asked.filter(
    (filter) => pushDown([filter], class_name, model.find(class_name)?.properties).pushed !== undefined,
  )
  const pushedShare = selectivity([...pushable, ...inRange], naming, size)
  const below = size * scopeShare(scope_dn, sizes)
  const groups = valueGroups(asked, class_name, model.find(class_name)?.properties)
  const inGroups = selectivity([...pushable, ...inRange, ...asked.filter(isLongList)], naming, size)
  return {
    logical,
    id,
    class_name,
    properties,
    pushed,
    local,
    is_empty: false,
    scope_dn,
    members,
    rn_format: commonRnFormat(infos),
    naming_only:
      info !== undefined &&
      properties !== undefined &&
      [...properties, ...propertiesOf(local)].every(
        (name) => name === 'dn' || infos.every((each) => each?.naming.includes(name)),
      ),
    size,
    readRows: atLeastOne(below * pushedShare),
    groups: groups && { filters: groups, rows: atLeastOne(below * inGroups) },
    pushedShare,
    keptRows: atLeastOne(below * selectivity(filters, naming, size)),
    time_range: time?.asked,
  }
}

function membersOf(className: string, model: ClassModel): ReadonlySet<string> | undefined {
  const members =
    model.membersOf(className) ?? (findKnownClass(className) === undefined ? undefined : new Set([className]))
  return members === undefined || members.size === 0 || members.size > FEW_MEMBERS ? undefined : members
}

function commonRnFormat(infos: readonly (ClassInfo | undefined)[]): string | undefined {
  const [first, ...others] = new Set(infos.map((info) => info?.rn_format))
  return others.length > 0 || first === '' ? undefined : first
}

function atLeastOne(rows: number): number {
  return Math.max(1, Math.round(rows))
}
