import type { Suggestions } from '../suggest.ts'
import type { CanvasNode, Filter } from './canvas.ts'
import { isClassName } from './names.ts'
import { parseFilter } from './parse-filter.ts'
import { readTimeRange } from './parse-time-range.ts'
import {
  faultTo,
  isBlank,
  isId,
  isWireObject,
  longIdFault,
  readFlag,
  readList,
  readNames,
  readOptionalText,
  reportFor,
  show,
  type Fault,
  type ReportProblem,
  type WireObject,
} from './wire.ts'

/** Parses one node and fills in its defaults; a faulty part is reported and left out. */
export function parseNode(wire: unknown, index: number, report: ReportProblem, suggestions: Suggestions): CanvasNode {
  const path = `nodes.${index}`
  const given = isWireObject(wire) && isId(wire.id) ? wire.id : undefined
  const here = given === undefined ? report : reportFor({ node_id: given }, report)
  if (!isWireObject(wire)) faultTo(here)(`${show(wire)} is not a node`, path)
  else if (given === undefined) faultTo(here)(longIdFault(wire.id) ?? `${show(wire.id)} is not an id`, `${path}.id`)
  return readNode(isWireObject(wire) ? wire : {}, { id: given ?? `node-${index + 1}`, path }, here, suggestions)
}

type PlaceOfNode = { readonly id: string; readonly path: string }

function readNode(
  wire: WireObject,
  { id, path }: PlaceOfNode,
  report: ReportProblem,
  suggestions: Suggestions,
): CanvasNode {
  const fault = faultTo(report)
  const optional = readFlag(wire.optional, false, `${path}.optional`, fault)
  const time_range = readTimeRange(wire.time_range, `${path}.time_range`, fault)
  return {
    id,
    ...readClasses(wire, path, fault),
    ...(time_range && { time_range }),
    ...(optional && { optional }),
    alias: readAlias(wire.alias, `${path}.alias`, fault) ?? id,
    scope_dn: readOptionalText(wire.scope_dn, `${path}.scope_dn`, fault, 'bad_scope_dn'),
    filters: readFilters(wire.filters, `${path}.filters`, report, suggestions),
    properties: readNames(wire.properties, `${path}.properties`, fault),
    primary: readFlag(wire.primary, false, `${path}.primary`, fault),
  }
}

function readAlias(value: unknown, path: string, fault: Fault): string | undefined {
  const alias = readOptionalText(value, path, fault)
  const tooLong = longIdFault(alias)
  if (tooLong === undefined) return alias
  fault(tooLong, path)
  return undefined
}

/** More would be as many queries; an ancestor class says the same in one. */
const MOST_CLASSES = 20

function readClasses(
  { class_name, class_names }: WireObject,
  path: string,
  fault: Fault,
): Pick<CanvasNode, 'class_name' | 'class_names'> {
  const one = readClassName(class_name, `${path}.class_name`, fault)
  if (class_names === undefined || class_names === null) return { class_name: one }
  const at = `${path}.class_names`
  if (!isBlank(class_name)) fault('a node has either `class_name` or `class_names`, not both', at)
  const given = readList(class_names, at, fault)
  if (Array.isArray(class_names) && given.length === 0) fault('a union needs at least one class', at)
  if (given.length > MOST_CLASSES) fault(`${given.length} classes: expected at most ${MOST_CLASSES}`, at)
  const names = given.slice(0, MOST_CLASSES).map((name, index) => readMember(name, `${at}.${index}`, fault))
  return { class_name: names[0] ?? one, class_names: names }
}

/** A faulty name keeps its place, so that later problems point at the right position. */
function readMember(value: unknown, path: string, fault: Fault): string {
  if (isBlank(value)) fault(`${show(value)} is not a class name`, path, 'unknown_class')
  return readClassName(value, path, fault) ?? ''
}

function readClassName(value: unknown, path: string, fault: Fault): string | undefined {
  // Class documents write `fv:BD`, the controller `fvBD`.
  const name = readOptionalText(value, path, fault)?.replace(':', '')
  if (name === undefined || isClassName(name)) return name
  fault(`${show(value)} is not a valid class name`, path, 'unknown_class')
  return undefined
}

function readFilters(value: unknown, path: string, report: ReportProblem, suggestions: Suggestions): Filter[] {
  // A faulty filter is replaced by one that always holds, so that later problems point at the right position.
  return readList(value, path, faultTo(report)).map(
    (item, index) => parseFilter(item, `${path}.${index}`, { report, names: 'properties', suggestions }) ?? { all: [] },
  )
}
