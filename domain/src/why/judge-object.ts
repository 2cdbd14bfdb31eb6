import type { Canvas, CanvasNode, Filter } from '../canvas/canvas.ts'
import { describeFilter } from '../canvas/describe-filter.ts'
import { classesText, nodeClasses } from '../canvas/node-classes.ts'
import { choosePrimary } from '../canvas/primary.ts'
import type { ManagedObject } from '../controller-query/controller-query.ts'
import { isBelow } from '../dn/dn.ts'
import { propertiesOf } from '../filter/class-filters.ts'
import { compileFilter } from '../filter/compile-filter.ts'
import { findKnownClass } from '../mim/known-classes.ts'
import type { ClassModel } from '../mim/model.ts'
import { type LogicalTable, normaliseCanvas } from '../query/resolve-canvas.ts'
import { makeRow } from '../values/cells.ts'
import { showValues, type WhyStage } from './why-stage.ts'

type JudgedObject = {
  /** Scope and filters of the primary node, up to the first that drops the object. */
  readonly stages: readonly WhyStage[]
  /** Whether the class of the object is known to be one that the node reads; only a controller can tell otherwise. */
  readonly isOfClass: boolean
}

/** What the primary node of a bound and valid canvas makes of an object that exists. May throw `TooManySteps`. */
export function judgeObject(canvas: Canvas, object: ManagedObject, model: ClassModel): JudgedObject {
  const primary = choosePrimary(canvas)
  if (primary === undefined) throw new Error('a canvas without a primary node was not validated')
  const place = judgePlace(primary, object, model)
  const stages = [place.stage]
  if (place.stage.verdict === 'dropped') return { stages, isOfClass: place.isOfClass }
  for (const { id, filter, shown } of filtersOf(primary, object, model)) {
    const stage = judgeFilter(id, { filter, shown }, object)
    stages.push(stage)
    if (stage.verdict === 'dropped') break
  }
  return { stages, isOfClass: place.isOfClass }
}

/** The stages of a query for an object that does not exist. */
export function stagesNotReached(canvas: Canvas, edges: readonly string[], because: string): readonly WhyStage[] {
  const primary = choosePrimary(canvas)!
  const stage = (kind: WhyStage['kind'], id: string): WhyStage => ({
    ...{ kind, id, verdict: 'not_reached', because, values: {} },
  })
  return [
    stage('scope', primary.id),
    ...primary.filters.map((_, index) => stage('filter', filterId(primary, index))),
    ...(primary.time_range === undefined ? [] : [stage('filter', timeId(primary))]),
    ...edges.map((id) => stage('edge', id)),
    ...canvas.post_processors.filter(({ enabled }) => enabled).map(({ id }) => stage('step', id)),
  ]
}

const filterId = ({ id }: CanvasNode, index: number) => `${id}.filters.${index}`
const timeId = ({ id }: CanvasNode) => `${id}.time_range`

/** Its class belongs to its place: a node reads objects of some classes, from some part of the tree. */
function judgePlace(node: CanvasNode, { dn, class_name }: ManagedObject, model: ClassModel) {
  const wanted = nodeClasses(node)
  const classes = classesText(wanted)
  const stage = (verdict: WhyStage['verdict'], because: string): WhyStage => ({
    ...{ kind: 'scope', id: node.id, verdict, because, values: { dn, className: class_name } },
  })
  const isOfClass = wanted.some((name) => isA(class_name, name, model))
  const isOther = !isOfClass && (model.find(class_name) ?? findKnownClass(class_name)) !== undefined && model.installed
  if (isOther) return { isOfClass, stage: stage('dropped', ofAnotherClass(class_name, classes)) }
  const { scope_dn } = node
  if (scope_dn === undefined) return { isOfClass, stage: stage('kept', `The query reads ${classes} from everywhere.`) }
  const isInside = dn === scope_dn || isBelow(dn, scope_dn)
  const because = isInside
    ? `It is within the scope ${scope_dn}.`
    : `The query reads ${classes} below ${scope_dn}, and ${dn} is not below it.`
  return { isOfClass, stage: stage(isInside ? 'kept' : 'dropped', because) }
}

/** Why an object is not read that is of another class. */
export const ofAnotherClass = (className: string, classes: string): string =>
  `The query reads ${classes}, and the object is of class ${className}.`

const isA = (className: string, wanted: string, model: ClassModel): boolean =>
  className === wanted ||
  model.find(className)?.super_classes.includes(wanted) === true ||
  model.membersOf(wanted)?.has(className) === true

type JudgedFilter = { readonly filter: Filter; readonly shown: Filter }

/** The filters as the engine evaluates them, each with the form in which it was drawn. */
function filtersOf(node: CanvasNode, { class_name }: ManagedObject, model: ClassModel) {
  const [table] = normaliseCanvas({ nodes: [node], edges: [], post_processors: [] }, model).tables
  const { filters } = partOf(table!, class_name, model)
  const drawn = node.filters.map((shown, index) => ({
    ...{ id: filterId(node, index), shown, filter: filters[index] ?? shown },
  }))
  const time = filters.slice(node.filters.length)
  return time.length === 0 ? drawn : [...drawn, { id: timeId(node), shown: { all: time }, filter: { all: time } }]
}

/** Filters of a union read differently for each of its classes. */
const partOf = (table: LogicalTable, className: string, model: ClassModel): LogicalTable =>
  table.parts?.find((part) => isA(className, part.class_name, model)) ?? table

function judgeFilter(id: string, { filter, shown }: JudgedFilter, { attributes }: ManagedObject): WhyStage {
  const names = [...new Set(propertiesOf(shown))]
  const values = makeRow(names, (name) => (Object.hasOwn(attributes, name) ? (attributes[name] ?? null) : null))
  const verdict = compileFilter(filter)(attributes) ? 'kept' : 'dropped'
  return { kind: 'filter', id, verdict, because: filterSentence(shown, verdict, values), values }
}

/** `The filter name eq "web" does not hold: name is "db".` */
export function filterSentence(filter: Filter, verdict: WhyStage['verdict'], values: WhyStage['values']): string {
  const told = Object.keys(values).length === 0 ? '' : `: ${showValues(values)}`
  return `The filter ${describeFilter(filter)} ${verdict === 'kept' ? 'holds' : 'does not hold'}${told}.`
}
