import type { Canvas, CanvasNode } from '../canvas/canvas.ts'
import { describeFilter } from '../canvas/describe-filter.ts'
import { classesText, nodeClasses } from '../canvas/node-classes.ts'
import type { Row } from '../values/row.ts'
import { makeRow } from '../values/cells.ts'
import type { EdgeStage } from './edge-stages.ts'
import { RELATION } from './narrowed-canvas.ts'
import { showValues, type WhyStage } from './why-stage.ts'

/** What is known about the partners of an edge that drops an object. */
export type Partners = {
  /** How many there are if no node behind the edge has filters or scopes; undefined if that could not be read. */
  readonly count: number | undefined
  /** One of them with what the filters look at. */
  readonly first?: Row | undefined
  /** Of an edge that follows relation objects of this side: their class, and one of them if there is any. */
  readonly relation?: { readonly class_name: string; readonly first: Row | undefined } | undefined
}

/** The stages of the edges that an object survives. */
export const keptEdges = (canvas: Canvas, stages: readonly EdgeStage[]): readonly WhyStage[] =>
  stages.flatMap(({ edge, behind }) => [
    edgeStage(edge.id, 'kept', keptBecause(canvas, edge)),
    ...behind.map(({ id }) =>
      edgeStage(id, 'kept', `It only decides what the ${edge.join} edge ${edge.id} finds, which keeps the object.`),
    ),
  ])

type Edge = EdgeStage['edge']

function keptBecause(canvas: Canvas, { id, source, target, join }: Edge): string {
  const [from, to] = [classesAt(canvas, source), classesAt(canvas, target)]
  if (join === 'left') return `The edge ${id} from ${from} to ${to} is a left one, which needs no partner.`
  if (join === 'without') return `The edge ${id} wants ${from} without ${to}, and there is none.`
  return `The edge ${id} from ${from} to ${to} has a partner.`
}

/** The stage of the edge that drops an object. */
export function droppedAt(canvas: Canvas, { edge, adds }: EdgeStage, partners: Partners): WhyStage {
  const { id, source, target, join } = edge
  const far = adds[0] === source ? source : target
  const near = far === source ? target : source
  const [ours, theirs] = [classesAt(canvas, near), classesAt(canvas, far)]
  if (join === 'without' && far === target)
    return edgeStage(id, 'dropped', `The edge ${id} wants ${ours} without ${theirs}, and there is one.`)
  if (adds.length === 0)
    return edgeStage(id, 'dropped', `The edge ${id} holds for none of the ${theirs} that other edges found.`)
  const { count, first, relation } = partners
  if (count === undefined) return edgeStage(id, 'dropped', `The edge ${id} finds no ${theirs} for this ${ours}.`)
  if (count === 0 && relation) return danglingAt(id, relation, ours, theirs)
  if (count === 0 || first === undefined)
    return edgeStage(id, 'dropped', `The edge ${id} finds nothing: no ${theirs} exists for this ${ours}.`)
  const node = canvas.nodes.find((one) => one.id === far)!
  const values = valuesOf(first, node)
  const what = count === 1 ? 'one' : String(count)
  return edgeStage(
    id,
    'dropped',
    `The edge ${id} finds ${what} ${theirs}, but ${conditionsOf(node)} does not hold: ${showValues(values)}.`,
    values,
  )
}

function danglingAt(id: string, relation: NonNullable<Partners['relation']>, ours: string, theirs: string): WhyStage {
  const { class_name, first } = relation
  if (first === undefined)
    return edgeStage(id, 'dropped', `The edge ${id} finds nothing: this ${ours} has no ${class_name}.`)
  const tDn = String(first[`${RELATION}.tDn`] ?? '')
  const words = tDn === '' ? 'points nowhere' : `points to ${tDn}, where no ${theirs} exists`
  return edgeStage(id, 'dropped', `The edge ${id} finds nothing: its ${class_name} ${words}.`, { tDn })
}

function valuesOf(row: Row, { alias }: CanvasNode): Row {
  const prefix = `${alias}.`
  const own = Object.keys(row).filter((name) => name.startsWith(prefix))
  return makeRow(own, (name) => row[name] ?? null)
}

/** What limits the objects of a node, in words. */
function conditionsOf({ filters, scope_dn, time_range }: CanvasNode): string {
  const scope = scope_dn === undefined ? [] : [`the scope ${scope_dn}`]
  const time = time_range === undefined ? [] : ['its range of time']
  return [...filters.map(describeFilter), ...scope, ...time].join(' and ') || 'what follows'
}

const classesAt = ({ nodes }: Canvas, id: string): string =>
  classesText(nodeClasses(nodes.find((node) => node.id === id) ?? { class_name: id }))

const edgeStage = (
  id: string,
  verdict: WhyStage['verdict'],
  because: string,
  values: WhyStage['values'] = {},
): WhyStage => ({ kind: 'edge', id, verdict, because, values })
