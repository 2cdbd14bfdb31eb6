import type { ControllerFilter, ControllerQuery, ManagedObject } from '../controller-query/controller-query.ts'
import { isBelow } from '../dn/dn.ts'
import { compileFilter } from '../filter/compile-filter.ts'
import type { TableRow } from '../join/table-row.ts'
import type { ClassModel } from '../mim/model.ts'
import type { Fetch, Plan, PlanTable, TableAccess, TableId } from '../query/plan.ts'
import { canonicalNumber, compareNumbers } from '../values/numbers.ts'

type Objects = readonly ManagedObject[]
type OwnAccess = Exclude<TableAccess, { readonly kind: 'union' }>

/**
 * The objects of each table of a plan, from a list instead of a controller. What a plan asks for in fewer requests is
 * read in the plain way here: the rows are the same.
 */
export function answersOf(plan: Plan, objects: Objects, model: ClassModel): ReadonlyMap<TableId, readonly TableRow[]> {
  return new Map(plan.fetches.flatMap((fetch) => tablesOf(fetch, objects, model)))
}

function tablesOf({ tables: [root, ...nested], access }: Fetch, objects: Objects, model: ClassModel) {
  if (root === undefined) return []
  const found: (readonly [TableId, readonly TableRow[]])[] = [[root.id, rowsOf(root, access, objects, model)]]
  for (const table of nested) {
    const classes = table.member_classes ?? [table.class_name]
    const filter = access.kind === 'nested' ? access.query.subtree?.filter : undefined
    const own = objects.filter((object) => isOf(object, classes, model) && passes(filter, object))
    found.push([table.id, kept(own, table)])
  }
  return found
}

function rowsOf(table: PlanTable, access: TableAccess, objects: Objects, model: ClassModel): readonly TableRow[] {
  if (access.kind !== 'union') return kept(asked(access, objects, model), table)
  const found = access.parts.flatMap(({ access: own, local }) => kept(asked(own, objects, model), { ...table, local }))
  // An object may be of several classes of the union.
  return [...new Map(found.map((row) => [row.dn, row])).values()]
}

function asked(access: OwnAccess, objects: Objects, model: ClassModel): Objects {
  const query = access.kind === 'semi_join' ? access.otherwise : access.query
  const groups = access.kind === 'query' ? access.groups : undefined
  return objects.filter(
    (object) =>
      isTarget(object, query, model) &&
      (groups === undefined ? passes(query.filter, object) : groups.some((group) => passes(group, object))),
  )
}

function isTarget(object: ManagedObject, query: ControllerQuery, model: ClassModel): boolean {
  const { target } = query
  if (target.kind === 'class') return isOf(object, query.target_classes ?? [target.class_name], model)
  const isInside = object.dn === target.dn || (query.query_target !== undefined && isBelow(object.dn, target.dn))
  return isInside && (query.target_classes === undefined || isOf(object, query.target_classes, model))
}

/** A class stands for its subclasses too. */
const isOf = ({ class_name }: ManagedObject, wanted: readonly string[], model: ClassModel): boolean =>
  wanted.some((name) => name === class_name || model.find(class_name)?.super_classes.includes(name) === true)

function kept(objects: Objects, { local, scope_dn, properties }: PlanTable): readonly TableRow[] {
  const test = local === undefined ? undefined : compileFilter([local])
  return objects
    .filter(({ dn }) => scope_dn === undefined || dn === scope_dn || isBelow(dn, scope_dn))
    .filter(({ attributes }) => test === undefined || test(attributes))
    .map(({ dn, class_name, attributes }) => ({ dn, class_name, values: onlyOf(attributes, properties) }))
}

function onlyOf(attributes: ManagedObject['attributes'], properties: readonly string[] | undefined) {
  if (properties === undefined) return attributes
  return Object.fromEntries(Object.entries(attributes).filter(([name]) => properties.includes(name)))
}

function passes(filter: ControllerFilter | undefined, { attributes }: ManagedObject): boolean {
  return filter === undefined || holds(filter, attributes)
}

/** As the controller evaluates it: an absent attribute is only unequal. */
function holds(filter: ControllerFilter, attributes: ManagedObject['attributes']): boolean {
  if ('item' in filter) return !holds(filter.item, attributes)
  if ('items' in filter) {
    const test = (item: ControllerFilter) => holds(item, attributes)
    return filter.op === 'and' ? filter.items.every(test) : filter.items.some(test)
  }
  const value = attributes[filter.property]
  if (value === undefined) return filter.op === 'ne'
  switch (filter.op) {
    case 'eq':
      return value === filter.value
    case 'ne':
      return value !== filter.value
    case 'wcard':
      return value.includes(filter.value)
    case 'anybit': {
      const flags = value.split(',')
      return filter.value.split(',').some((flag) => flags.includes(flag))
    }
    case 'bw':
      return compare(value, filter.low) >= 0 && compare(value, filter.high) <= 0
    case 'lt':
      return compare(value, filter.value) < 0
    case 'le':
      return compare(value, filter.value) <= 0
    case 'gt':
      return compare(value, filter.value) > 0
    case 'ge':
      return compare(value, filter.value) >= 0
  }
}

/** Two plain numbers by size, as the controller compares properties that are numbers; other texts by their codes. */
function compare(one: string, other: string): number {
  const [left, right] = [canonicalNumber(one), canonicalNumber(other)]
  if (left !== undefined && right !== undefined) return compareNumbers(left, right)
  return one < other ? -1 : Number(one > other)
}
