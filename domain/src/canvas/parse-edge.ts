import { type CanvasEdge, EDGE_KINDS, JOINS } from './canvas.ts'
import { isClassName, isPropertyName } from './names.ts'
import {
  faultTo,
  isWireObject,
  longIdFault,
  readChoice,
  readText,
  reportFor,
  show,
  uniqueId,
  type Fault,
  type Report,
  type WireObject,
} from './wire.ts'

/** Parses one edge and fills in its defaults; an edge without an id gets `edge-<position>`. */
export function parseEdge(wire: unknown, index: number, taken: Set<string>, report: Report): CanvasEdge {
  const path = `edges.${index}`
  const body = isWireObject(wire) ? wire : {}
  const id = uniqueId(body.id, `edge-${index + 1}`, taken)
  const fault = faultTo(reportFor({ edge_id: id }, report))
  if (!isWireObject(wire)) fault(`${show(wire)} is not an edge`, path)
  const longId = longIdFault(body.id)
  if (longId !== undefined) fault(longId, `${path}.id`)
  return readEdge(body, id, path, fault)
}

function readEdge(wire: WireObject, id: string, path: string, fault: Fault): CanvasEdge {
  const kind = readChoice(wire.kind, EDGE_KINDS, `${path}.kind`, fault)
  const on = readOn(wire.on, `${path}.on`, fault)
  if (kind === 'match' && wire.on === undefined) fault('a match edge needs `on`: {source, target}', `${path}.on`)
  return {
    id,
    source: readEnd(wire.source, `${path}.source`, fault),
    target: readEnd(wire.target, `${path}.target`, fault),
    kind,
    depth: readChoice(wire.depth, ['any', 'child'], `${path}.depth`, fault),
    through: readThrough(wire.through, `${path}.through`, fault),
    on,
    join: readChoice(wire.join, JOINS, `${path}.join`, fault),
  }
}

function readEnd(value: unknown, path: string, fault: Fault): string {
  if (typeof value === 'string') return value
  fault(`${show(value)} is not the id of a node`, path, 'edge_endpoint_missing')
  return ''
}

function readThrough(value: unknown, path: string, fault: Fault): string | undefined {
  const name = readText(value, path, fault)?.replace(':', '')
  if (name === undefined || isClassName(name)) return name
  fault(`${show(value)} is not a valid name for a relation class`, path, 'no_relation')
  return undefined
}

function readOn(value: unknown, path: string, fault: Fault): CanvasEdge['on'] {
  if (value === undefined || value === null) return undefined
  if (!isWireObject(value)) {
    fault(`${show(value)} is not {source, target}`, path)
    return undefined
  }
  const source = readProperty(value.source, `${path}.source`, fault)
  const target = readProperty(value.target, `${path}.target`, fault)
  return source === undefined || target === undefined ? undefined : { source, target }
}

function readProperty(value: unknown, path: string, fault: Fault): string | undefined {
  if (typeof value === 'string' && isPropertyName(value)) return value
  fault(`${show(value)} is not a valid property name`, path, typeof value === 'string' ? 'unknown_property' : 'bad_value')
  return undefined
}
