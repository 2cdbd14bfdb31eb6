import { EDGE_KINDS } from '../canvas/canvas.ts'
import type { ReceivedCanvas } from '../canvas/check-shape.ts'
import { MAX_DEPTH } from '../canvas/parse-filter.ts'
import { MOST_PROBLEMS, type Problem } from '../canvas/problem.ts'
import { isId, isWireObject, type WireObject } from '../canvas/wire.ts'
import { suggest } from '../suggest.ts'

type Place = 'node' | 'edge' | 'filter'
type Owner = Pick<Problem, 'node_id' | 'edge_id'>
/** An object whose keys are read, and where it is. */
type Read = { readonly item: WireObject; readonly place: Place; readonly path: string; readonly owner: Owner }

/** What the engine reads, and `position`, which it ignores. */
const KEYS: Readonly<Record<Place, readonly string[]>> = {
  node: [
    'id',
    'class_name',
    'class_names',
    'alias',
    'scope_dn',
    'filters',
    'properties',
    'primary',
    'position',
    'time_range',
  ],
  edge: ['id', 'source', 'target', 'kind', 'depth', 'through', 'on', 'join', 'properties'],
  filter: ['property', 'operator', 'value', 'any', 'all', 'not'],
}

/** What people write instead, in lower case and without separators, where it does not look like the key. */
const MEANT: Readonly<Record<Place, Readonly<Record<string, string>>>> = {
  node: {
    class: 'class_name', classname: 'class_name', classes: 'class_names', classnames: 'class_names', mo: 'class_name',
    where: 'filters', conditions: 'filters', columns: 'properties', fields: 'properties', attributes: 'properties',
    scope: 'scope_dn', dn: 'scope_dn', prefix: 'alias', time: 'time_range',
  },
  edge: {
    relation: 'through', relationclass: 'through', via: 'through', jointype: 'join', from: 'source', to: 'target', columns: 'properties',
    fields: 'properties',
  },
  filter: {
    op: 'operator', comparison: 'operator', field: 'property', column: 'property', attribute: 'property', key: 'property',
    values: 'value', or: 'any', and: 'all',
  },
} // prettier-ignore

/** Keys of canvas libraries, which mean nothing here, however much they look like ours. */
const DRAWN = new Set([
  'type',
  'data',
  'label',
  'name',
  'width',
  'height',
  'selected',
  'style',
  'color',
  'colour',
  'size',
  'x',
  'y',
  'z',
])

const LONGEST_KEY = 64
const MOST_PAIRS = 1_000_000

/**
 * Warns about keys of nodes, edges and filters that are not read but look like keys that are: `filter` on a node, `op`
 * in a filter. Any other unknown key belongs to the program that drew the canvas.
 */
export function keyWarnings(wire: ReceivedCanvas): readonly Problem[] {
  const problems: Problem[] = []
  const pairs = { left: MOST_PAIRS }
  for (const { item, place, path, owner } of [...nodesOf(wire), ...edgesOf(wire)]) {
    for (const key of Object.keys(item)) {
      const meant = meantKey(key, item, place, pairs)
      if (meant === undefined) continue
      const message = `the key "${key}" of ${place === 'edge' ? 'an' : 'a'} ${place} is not read: "${meant}" is probably meant`
      problems.push({ code: 'unknown_key', message, ...owner, path: `${path}.${key}`, suggestions: [meant] })
      if (problems.length === MOST_PROBLEMS) return problems
    }
  }
  return problems
}

function nodesOf({ nodes }: ReceivedCanvas): Read[] {
  return objectsIn(nodes).flatMap(([index, item]) => {
    const path = `nodes.${index}`
    const owner = isId(item.id) ? { node_id: item.id } : {}
    return [{ item, place: 'node', path, owner }, ...filtersIn(item.filters, `${path}.filters`, owner)]
  })
}

function edgesOf({ edges }: ReceivedCanvas): Read[] {
  return objectsIn(edges).map(([index, item]) => {
    const owner = { edge_id: isId(item.id) ? item.id : `edge-${index + 1}` }
    return { item, place: 'edge', path: `edges.${index}`, owner }
  })
}

function filtersIn(list: unknown, path: string, owner: Owner, depth = 0): Read[] {
  return objectsIn(list).flatMap(([index, item]) => filterTree(item, `${path}.${index}`, owner, depth))
}

// Whatever is no filter, or nested too deep, is an error of the parser.
function filterTree(item: WireObject, path: string, owner: Owner, depth: number): Read[] {
  if (depth >= MAX_DEPTH) return []
  return [
    { item, place: 'filter', path, owner },
    ...filtersIn(item.any, `${path}.any`, owner, depth + 1),
    ...filtersIn(item.all, `${path}.all`, owner, depth + 1),
    ...(isWireObject(item.not) ? filterTree(item.not, `${path}.not`, owner, depth + 1) : []),
  ]
}

function meantKey(key: string, item: WireObject, place: Place, pairs: { left: number }): string | undefined {
  if (key.length > LONGEST_KEY || KEYS[place].includes(key)) return undefined
  const plain = key.toLowerCase().replace(/[_-]/g, '')
  // Canvas libraries call the kind of a shape `type` too, but never by one of our words.
  if (place === 'edge' && plain === 'type') return EDGE_KINDS.some((kind) => kind === item[key]) ? 'kind' : undefined
  if (DRAWN.has(plain)) return undefined
  const synonyms = MEANT[place]
  const meant = Object.hasOwn(synonyms, plain)
    ? synonyms[plain]
    : (sameWord(plain, place) ?? suggest(key, KEYS[place], pairs)[0])
  // Beside `class_name`, a `class` is one of a style sheet.
  const isStyle = meant === 'class_name' && (item.class_name ?? item.class_names) !== undefined
  return isStyle ? undefined : meant
}

/** A key that differs only in case and separators: `scopeDn`. */
const sameWord = (plain: string, place: Place): string | undefined =>
  KEYS[place].find((known) => known.replaceAll('_', '') === plain)

function objectsIn(list: unknown): [number, WireObject][] {
  return Array.isArray(list)
    ? list.flatMap((item: unknown, index): [number, WireObject][] => (isWireObject(item) ? [[index, item]] : []))
    : []
}
