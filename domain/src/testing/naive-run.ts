import type { Filter } from '../canvas/canvas.ts'
import type { ControllerFilter, ControllerQuery, ManagedObject } from '../controller-query/controller-query.ts'
import { isBelow, parentDn, splitDn } from '../dn/dn.ts'
import type { ClassModel } from '../mim/model.ts'
import type { TableAccess, Plan, SemiJoinKeys, PlanTable, TableId, UnionPart } from '../query/plan.ts'
import { isEqual, typeIn } from './naive-filter.ts'

type Objects = readonly ManagedObject[]
type Matches = (filter: Filter, object: ManagedObject) => boolean

/** The objects each table reads from a world in memory. Implements every access path in the simplest possible way. */
export function readTablesNaively(
  plan: Plan,
  world: Objects,
  matches: Matches,
  model: ClassModel,
  absent: ReadonlySet<string> = new Set(),
): ReadonlyMap<TableId, Objects> {
  const tables = new Map<TableId, Objects>()
  for (const {
    tables: [root, ...members],
    access,
  } of plan.fetches) {
    if (root === undefined) continue
    checkAbsent(access, root, absent)
    if (access.kind === 'union') {
      const found = access.parts.flatMap((part) => readPart(part, root, tables, world, matches, model))
      // An object may be of several classes of the union.
      tables.set(root.id, [...new Map(found.map((object) => [object.dn, object])).values()])
      continue
    }
    const answer = readAnswer(access, root, tables, world, model)
    tables.set(root.id, keep(answer, root, matches, isNamingOnly(access) ? model : undefined))
    for (const member of members) {
      const nested = world.filter(
        (object) => access.kind === 'nested' && answer.some(({ dn }) => isNested(object, dn, access.query, model)),
      )
      const own = nested.filter(({ class_name }) => member.member_classes?.includes(class_name))
      tables.set(member.id, keep(own, member, matches, undefined))
    }
  }
  return tables
}

/** A class that the controller does not know may only be asked for on its own, by a table that can do without. */
function checkAbsent(access: TableAccess, root: PlanTable, absent: ReadonlySet<string>): void {
  const accesses = access.kind === 'union' ? access.parts.map((part) => part.access) : [access]
  for (const each of accesses) {
    const asked = classesAsked(each.kind === 'semi_join' ? each.otherwise : each.query)
    if (asked.some((name) => absent.has(name)) && (root.optional !== true || asked.length > 1))
      throw new Error(`${root.id} asks for ${asked.join(', ')}, not all of which the controller knows`)
  }
}

const classesAsked = ({ target, target_classes, subtree }: ControllerQuery): readonly string[] => [
  ...(target_classes ?? (target.kind === 'class' ? [target.class_name] : [])),
  ...(subtree?.classes ?? []),
]

/** What a controller counts for a plan that only needs the number of objects. */
export function countNaively({ fetches }: Plan, world: Objects, model: ClassModel): number {
  const accesses = fetches.flatMap(({ access }) =>
    access.kind === 'union' ? access.parts.map((part) => part.access) : [access],
  )
  const counts = accesses.map((access) =>
    access.kind === 'query' ? ask(access.query, world, model).length : Number.NaN,
  )
  return counts.reduce((sum, count) => sum + count, 0)
}

function readPart(
  { access, class_names, local }: UnionPart,
  root: PlanTable,
  tables: ReadonlyMap<TableId, Objects>,
  world: Objects,
  matches: Matches,
  model: ClassModel,
): Objects {
  const pushed = access.kind === 'semi_join' ? access.otherwise.filter : root.pushed
  const table = { ...root, class_name: class_names[0] ?? '', pushed, local }
  return keep(readAnswer(access, table, tables, world, model), table, matches, isNamingOnly(access) ? model : undefined)
}

const isNamingOnly = (access: TableAccess) => access.kind === 'query' && access.query.naming_only === true

/** With a model, only naming properties are sent. */
function keep(objects: Objects, table: PlanTable, matches: Matches, namingOnly: ClassModel | undefined): Objects {
  return objects
    .map((object) => project(object, namingOnly && ['dn', ...(namingOnly.find(object.class_name)?.naming ?? [])]))
    .filter((object) => table.local === undefined || matches(table.local, object))
    .map((object) => project(object, table.properties))
}

function project(object: ManagedObject, properties: readonly string[] | undefined): ManagedObject {
  if (properties === undefined) return object
  return {
    ...object,
    attributes: Object.fromEntries(Object.entries(object.attributes).filter(([name]) => properties.includes(name))),
  }
}

/** A class stands for its subclasses too. */
const isA = ({ class_name }: ManagedObject, wanted: string, model: ClassModel) =>
  class_name === wanted || model.find(class_name)?.super_classes.includes(wanted) === true

function readAnswer(
  access: Exclude<TableAccess, { kind: 'union' }>,
  table: PlanTable,
  tables: ReadonlyMap<TableId, Objects>,
  world: Objects,
  model: ClassModel,
): Objects {
  if (access.kind === 'query' && access.groups) {
    const answers = access.groups.map((filter) => ask({ ...access.query, filter }, world, model))
    return world.filter((object) => answers.some((answer) => answer.includes(object)))
  }
  if (access.kind !== 'semi_join') return ask(access.query, world, model)
  const known = tables.get(access.keys.from)
  if (known === undefined) throw new Error(`${table.id} is read before ${access.keys.from}`)
  if (distinctKeys(access.keys, known).length > access.max_keys) return ask(access.otherwise, world, model)
  return world.filter(
    (object) =>
      isA(object, table.class_name, model) &&
      (table.pushed === undefined || passes(table.pushed, object, model)) &&
      isWanted(object, access.keys, known, model),
  )
}

function distinctKeys(keys: SemiJoinKeys, known: Objects): readonly string[] {
  const texts = known.map((object) =>
    keys.by === 'values'
      ? (object.attributes[keys.from_property] ?? '')
      : keys.by === 'scopes'
        ? object.dn
        : parentDn(object.dn),
  )
  return [...new Set(texts)]
}

function isWanted(object: ManagedObject, keys: SemiJoinKeys, known: Objects, model: ClassModel): boolean {
  switch (keys.by) {
    case 'scopes':
      return known.some(({ dn }) => (keys.depth === 'child' ? parentDn(object.dn) === dn : isBelow(object.dn, dn)))
    case 'ancestors':
      if (
        keys.depth === 'any' &&
        keys.rn_prefix !== undefined &&
        splitDn(object.dn)?.at(-1)?.startsWith(keys.rn_prefix) !== true
      )
        return false
      return known.some(({ dn }) => (keys.depth === 'child' ? parentDn(dn) === object.dn : isBelow(dn, object.dn)))
    case 'values':
      return known.some(
        ({ attributes }) =>
          (attributes[keys.from_property] ?? '') !== '' &&
          isEqual(
            object.attributes[keys.property] ?? '',
            attributes[keys.from_property],
            typeIn(model, object.class_name, keys.property),
          ),
      )
  }
}

function ask(query: ControllerQuery, world: Objects, model: ClassModel): Objects {
  const { target, subtree } = query
  const candidates = world.filter((object) => {
    if (target.kind === 'class') return isA(object, target.class_name, model)
    const isInside =
      query.query_target === 'subtree'
        ? object.dn === target.dn || isBelow(object.dn, target.dn)
        : object.dn === target.dn
    return (
      isInside &&
      (query.target_classes === undefined || query.target_classes.some((wanted) => isA(object, wanted, model)))
    )
  })
  const found = candidates.filter((object) => query.filter === undefined || passes(query.filter, object, model))
  return subtree?.required === true
    ? found.filter(({ dn }) => world.some((object) => isNested(object, dn, query, model)))
    : found
}

function isNested(object: ManagedObject, rootDn: string, { subtree }: ControllerQuery, model: ClassModel): boolean {
  if (subtree === undefined || !subtree.classes.some((wanted) => isA(object, wanted, model))) return false
  if (subtree.filter !== undefined && !passes(subtree.filter, object, model)) return false
  return subtree.depth === 'children' ? parentDn(object.dn) === rootDn : isBelow(object.dn, rootDn)
}

function passes(filter: ControllerFilter, object: ManagedObject, model: ClassModel): boolean {
  switch (filter.op) {
    case 'and':
    case 'or':
      return filter.op === 'and'
        ? filter.items.every((item) => passes(item, object, model))
        : filter.items.some((item) => passes(item, object, model))
    case 'not':
      return !passes(filter.item, object, model)
    default:
      return passesComparison(
        filter,
        object.attributes[filter.property],
        typeIn(model, object.class_name, filter.property),
      )
  }
}

type Comparison = Exclude<ControllerFilter, { op: 'and' | 'or' } | { op: 'not' }>

function passesComparison(filter: Comparison, value: string | undefined, type: ReturnType<typeof typeIn>): boolean {
  if (value === undefined) return filter.op === 'ne'
  // Dates are compared as text here: the controller may do so, whatever the offsets.
  const read = type === 'integer' || type === 'number' ? Number : String
  switch (filter.op) {
    case 'bw':
      return read(value) >= read(filter.low) && read(value) <= read(filter.high)
    case 'eq':
      return isEqual(value, filter.value, type)
    case 'ne':
      return !isEqual(value, filter.value, type)
    case 'lt':
      return read(value) < read(filter.value)
    case 'le':
      return read(value) <= read(filter.value)
    case 'gt':
      return read(value) > read(filter.value)
    case 'ge':
      return read(value) >= read(filter.value)
    case 'wcard':
      return value.includes(filter.value)
    case 'anybit':
      return filter.value.split(',').some((flag) => value.split(',').includes(flag))
  }
}
