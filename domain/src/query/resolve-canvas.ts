import type { Canvas, CanvasEdge, Filter, MatchCondition } from '../canvas/canvas.ts'
import { nodeClasses } from '../canvas/node-classes.ts'
import type { EdgeMeaning } from '../canvas/resolve-edge.ts'
import { resolveEdgeOfUnions, type UnionEnds } from '../canvas/resolve-union-edge.ts'
import { closedProperties, withoutImpossible } from '../filter/possible-values.ts'
import { comparisonOf, typedFilter } from '../filter/typed-filter.ts'
import type { ClassModel, PropertyInfo } from '../mim/model.ts'
import { orderEdges } from './join-order.ts'
import type { JoinCondition, JoinStep, TableId } from './plan.ts'
import { type TimeLimit, timeLimit } from './time-ranges.ts'

/** A set of objects of one class, or of a union of classes, before it is decided how to read it. */
export type LogicalTable = {
  readonly id: TableId
  /** The canvas node, or undefined for relation objects. */
  readonly node_id: string | undefined
  /** For relation objects, the edge they belong to. */
  readonly edge_id?: string
  /** The first one of a union. */
  readonly class_name: string
  readonly filters: readonly Filter[]
  /** Limits the objects to a range of time; its conditions are among the filters. */
  readonly time?: TimeLimit | undefined
  /** Classes that the controller does not know have no objects. */
  readonly optional?: true
  /** The scope drawn on the canvas; inherited ones come later. */
  readonly scope_dn: string | undefined
  /** Only of a union: the objects of each of its classes, with the filters as they read for that class. */
  readonly parts?: readonly LogicalTable[]
}

/** What a canvas means: tables, and joins in the order in which they must be executed. */
export type LogicalQuery = { readonly tables: readonly LogicalTable[]; readonly joins: readonly JoinStep[] }

/**
 * Turns nodes and edges into tables and joins: `auto` is decided, and a `references` edge becomes two joins over a
 * table of its relation objects. The canvas must be bound and valid.
 */
export function normaliseCanvas(canvas: Canvas, model: ClassModel): LogicalQuery {
  const nodes = canvas.nodes.map((node) => nodeTable(node, model))
  const classes = new Map(nodes.map((table) => [table.id, tableClasses(table)]))
  const taken = new Set(classes.keys())
  const optional = new Set(canvas.nodes.filter((node) => node.optional === true).map(({ id }) => id))
  const parts = orderEdges(canvas)
    .map((edge) => edgeParts(edge, classes, taken, model))
    .map((part) => withOptionalRelation(part, optional))
  return { tables: [...nodes, ...parts.flatMap((part) => part.tables)], joins: parts.flatMap((part) => part.joins) }
}

/** The classes of a table: several for a union. */
export const tableClasses = ({ class_name, parts }: Pick<LogicalTable, 'class_name' | 'parts'>): readonly string[] =>
  parts?.map((part) => part.class_name) ?? [class_name]

function nodeTable(node: Canvas['nodes'][number], model: ClassModel): LogicalTable {
  const [first, ...others] = nodeClasses(node).map((name) => classTable(node, name, model))
  if (first === undefined) return classTable(node, '', model)
  return others.length === 0 ? first : { ...first, parts: [first, ...others] }
}

function classTable(
  { id, filters, scope_dn, time_range, optional }: Canvas['nodes'][number],
  class_name: string,
  model: ClassModel,
): LogicalTable {
  const properties = model.find(class_name)?.properties
  const time = time_range && timeLimit(time_range, class_name, model)
  const closed = closedProperties([class_name], model)
  const typed = filters.map((filter) => typedFilter(withoutImpossible(filter, closed), properties))
  const limits = { filters: [...typed, ...(time?.conditions ?? [])], time, scope_dn }
  return { id, node_id: id, class_name, ...limits, ...(optional && { optional }) }
}

/** A controller that does not know a class does not know the relations of it either. */
function withOptionalRelation(part: LogicalQuery, optional: ReadonlySet<TableId>): LogicalQuery {
  const isOptional = part.joins.some(({ left, right }) => optional.has(left) || optional.has(right))
  return isOptional ? { ...part, tables: part.tables.map((table) => ({ ...table, optional: true })) } : part
}

function edgeParts(
  edge: CanvasEdge,
  classes: ReadonlyMap<string, readonly string[]>,
  taken: Set<TableId>,
  model: ClassModel,
): LogicalQuery {
  const ends = { source: classes.get(edge.source) ?? [], target: classes.get(edge.target) ?? [] }
  const resolved = resolveEdgeOfUnions(edge, ends, model)
  // A valid canvas has no such edge; a plan without it would answer a different question.
  if (!resolved.ok) throw new Error(`edge ${edge.id} cannot be planned: ${resolved.fault.message}`)
  const { meaning } = resolved
  if (meaning.kind === 'references') return throughRelation(edge, meaning, taken)
  const step = { edge_id: edge.id, left: edge.source, right: edge.target, join: edge.join }
  if (meaning.kind === 'match')
    return { tables: [], joins: [{ ...step, on: matchOn(meaning.conditions, ends, model) }] }
  if (meaning.kind === 'any') return { tables: [], joins: [{ ...step, on: { kind: 'any' } }] }
  return { tables: [], joins: [{ ...step, on: { kind: meaning.depth === 'child' ? 'child' : 'descendant' } }] }
}

/** Two properties that must be equal are looked up by key; they can also narrow what is read. */
function matchOn(conditions: readonly MatchCondition[], ends: UnionEnds, model: ClassModel): JoinStep['on'] {
  const all = conditions.map((condition) => typedCondition(condition, ends, model))
  const [only] = all
  const [target] = only?.targets ?? []
  if (all.length > 1 || only?.op !== 'eq' || typeof only.source !== 'string' || typeof target !== 'string')
    return { kind: 'conditions', all }
  const { source, compare } = only
  return { kind: 'equal', left: source, right: target, ...(compare && { compare }) }
}

/**
 * Numbers of different types, and addresses, are equal in any spelling; one type has one spelling of each number. What
 * an expression returns may be spelled in any way.
 */
function typedCondition(condition: MatchCondition, ends: UnionEnds, model: ClassModel): JoinCondition {
  const { op, source } = condition
  const [target = source] = condition.targets
  if (op !== 'eq') return condition
  const left = typeof source === 'string' ? sharedProperty(ends.source, source, model) : undefined
  const right = typeof target === 'string' ? sharedProperty(ends.target, target, model) : undefined
  const areProperties = typeof source === 'string' && typeof target === 'string'
  const compare = comparisonOf(areProperties ? left : (left ?? right))
  if (compare === undefined || (areProperties && compare !== comparisonOf(right))) return condition
  return areProperties && compare === 'number' && left?.type === right?.type ? condition : { ...condition, compare }
}

/** A property of several classes, if it has the same type in each; only such values are compared by their type. */
function sharedProperty(classes: readonly string[], name: string, model: ClassModel): PropertyInfo | undefined {
  const [first, ...others] = classes.map((className) => model.find(className)?.properties?.get(name))
  return others.every((other) => other?.type === first?.type) ? first : undefined
}

type References = EdgeMeaning & { kind: 'references' }

// The relation objects are joined to the target first: a source is kept by `left` (or found by `without`) if it has no
// relation object, but also if the relation's target does not exist.
function throughRelation(edge: CanvasEdge, meaning: References, taken: Set<TableId>): LogicalQuery {
  const id = relationTableId(edge.id, meaning.through, taken)
  const { toTarget, fromSource } = relationJoins(meaning.holder)
  return {
    tables: [
      { id, node_id: undefined, edge_id: edge.id, class_name: meaning.through, filters: [], scope_dn: undefined },
    ],
    joins: [
      { edge_id: edge.id, left: id, right: edge.target, on: toTarget, join: 'inner' },
      { edge_id: edge.id, left: edge.source, right: id, on: fromSource, join: edge.join },
    ],
  }
}

function relationJoins(holder: References['holder']): { toTarget: JoinStep['on']; fromSource: JoinStep['on'] } {
  switch (holder) {
    case 'source':
      return { toTarget: { kind: 'equal', left: 'tDn', right: 'dn' }, fromSource: { kind: 'child' } }
    case 'target':
      return { toTarget: { kind: 'parent' }, fromSource: { kind: 'equal', left: 'dn', right: 'tDn' } }
    case 'unknown':
      return {
        toTarget: { kind: 'relation_end', relation: 'left' },
        fromSource: { kind: 'relation_end', relation: 'right' },
      }
  }
}

function relationTableId(edgeId: string, through: string, taken: Set<TableId>): TableId {
  let id = `${edgeId}:${through}`
  while (taken.has(id)) id = `${id}'`
  taken.add(id)
  return id
}
