import { isWireObject, type WireObject } from '../../canvas/wire.ts'
import { knownParts } from './parts.ts'
import type { WireLists } from './proposal.ts'

const NODE_KEYS = ['class_name', 'class_names', 'alias', 'scope_dn', 'time_range', 'filters', 'properties', 'primary']
const EDGE_KEYS = ['source', 'target', 'kind', 'join', 'through', 'on', 'depth']
const STEP_KEYS = ['type', 'config', 'enabled']

/** A canvas as a prompt holds it: one line of JSON for each part, without what nobody but its editor needs. */
export function describeCanvas(canvas: WireLists): string {
  const { node, edge, step } = knownParts(canvas)
  return [
    ...[...node].map(([id, part]) => `node ${compact(id, part, NODE_KEYS)}`),
    ...[...edge].map(([id, part]) => `edge ${compact(id, part, EDGE_KEYS)}`),
    ...[...step].map(([id, part]) => `step ${compact(id, part, STEP_KEYS)}`),
  ].join('\n')
}

function compact(id: string, part: WireObject, keys: readonly string[]): string {
  const kept = keys.flatMap((key) => (isBlank(part[key]) ? [] : [[key, part[key]]]))
  return withoutMarks(JSON.stringify({ id, ...Object.fromEntries(kept) }))
}

const isBlank = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === '' ||
  value === false ||
  (Array.isArray(value) && value.length === 0)

/** JSON in which nothing looks like the end of a block of data; it still parses to the same. */
export const withoutMarks = (json: string): string => json.replaceAll('<', '\\u003c').replaceAll('>', '\\u003e')

/** The classes of a canvas, as far as they are named. */
export const classesNamedIn = ({ nodes }: WireLists): readonly string[] => [
  ...new Set(
    nodes
      .flatMap((node) => (isWireObject(node) ? [node.class_name, node.class_names].flat() : []))
      .filter((name) => typeof name === 'string')
      .map((name) => name.replace(':', '')),
  ),
]
