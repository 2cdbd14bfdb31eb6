import type { Suggestions } from '../suggest.ts'
import { type CanvasEdge, EDGE_KINDS, JOINS } from './canvas.ts'
import { isClassName } from './names.ts'
import { readOn } from './parse-match.ts'
import {
  faultTo,
  isBlank,
  isWireObject,
  longIdFault,
  readChoice,
  readNames,
  readOptionalText,
  reportFor,
  show,
  uniqueId,
  type Fault,
  type ReportProblem,
  type WireObject,
} from './wire.ts'

type EdgeReading = { readonly report: ReportProblem; readonly suggestions: Suggestions }
type PlaceOfEdge = { readonly id: string; readonly path: string }

/** Parses one edge and fills in its defaults; an edge without an id gets `edge-<position>`. */
export function parseEdge(
  wire: unknown,
  index: number,
  taken: Set<string>,
  { report, suggestions }: EdgeReading,
): CanvasEdge {
  const path = `edges.${index}`
  const body = isWireObject(wire) ? wire : {}
  const id = uniqueId(body.id, `edge-${index + 1}`, taken)
  const here = reportFor({ edge_id: id }, report)
  const fault = faultTo(here)
  if (!isWireObject(wire)) fault(`${show(wire)} is not an edge`, path)
  const longId = longIdFault(body.id)
  if (longId !== undefined) fault(longId, `${path}.id`)
  return readEdge(body, { id, path }, { report: here, suggestions })
}

function readEdge(wire: WireObject, { id, path }: PlaceOfEdge, { report, suggestions }: EdgeReading): CanvasEdge {
  const fault = faultTo(report)
  const kind = readChoice(wire.kind, EDGE_KINDS, `${path}.kind`, fault)
  const isAny = kind === 'any'
  if (isAny) reportUnfit(wire, path, fault)
  const on = isAny ? undefined : readOn(wire.on, `${path}.on`, report, suggestions)
  if (kind === 'match' && wire.on === undefined)
    fault('a match edge needs `on`: {source, target} or a list', `${path}.on`)
  return {
    id,
    source: readEnd(wire.source, `${path}.source`, fault),
    target: readEnd(wire.target, `${path}.target`, fault),
    kind,
    depth: isAny ? 'any' : readChoice(wire.depth, ['any', 'child'], `${path}.depth`, fault),
    through: isAny ? undefined : readThrough(wire.through, `${path}.through`, fault),
    on,
    join: readChoice(wire.join, JOINS, `${path}.join`, fault),
    properties: isAny ? [] : readNames(wire.properties, `${path}.properties`, fault),
  }
}

/** An edge of kind `any` has no condition, so whatever would be one is a mistake. */
function reportUnfit(wire: WireObject, path: string, fault: Fault): void {
  for (const key of ['on', 'through', 'depth', 'properties'])
    if (!isNothing(wire[key])) fault(`an edge of kind any takes no \`${key}\``, `${path}.${key}`)
  if (wire.join === 'without') fault('an edge of kind any is joined `inner` or `left`', `${path}.join`)
}

const isNothing = (value: unknown): boolean => isBlank(value) || (Array.isArray(value) && value.length === 0)

function readEnd(value: unknown, path: string, fault: Fault): string {
  if (typeof value === 'string') return value
  fault(`${show(value)} is not the id of a node`, path, 'edge_endpoint_missing')
  return ''
}

function readThrough(value: unknown, path: string, fault: Fault): string | undefined {
  const name = readOptionalText(value, path, fault)?.replace(':', '')
  if (name === undefined || isClassName(name)) return name
  fault(`${show(value)} is not a valid name for a relation class`, path, 'no_relation')
  return undefined
}
