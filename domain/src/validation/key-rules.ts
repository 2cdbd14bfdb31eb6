import { EDGE_KINDS } from '../canvas/canvas.ts'
import type { ReceivedCanvas } from '../canvas/check-shape.ts'
import { MAX_DEPTH } from '../canvas/parse-filter.ts'
import { MOST_PROBLEMS, type Problem } from '../canvas/problem.ts'
import { isId, isWireObject, type WireObject } from '../canvas/wire.ts'
import { suggest } from '../suggest.ts'
import { isOfProgram, KNOWN_KEYS, MEANT_KEYS, plainKey, type KeyPlace } from './known-keys.ts'

type Owner = Pick<Problem, 'node_id' | 'edge_id' | 'step_id'>
/** An object whose keys are read, and where it is. */
type Read = { readonly item: WireObject; readonly place: KeyPlace; readonly path: string; readonly owner: Owner }

const LONGEST_KEY = 64
const MOST_PAIRS = 1_000_000

/**
 * Warns about keys of nodes, edges, filters and steps that are not read: first about those that look like keys that
 * are, such as `filter` on a node, or `op` in a filter, then about all others. Keys with which the web UI and other
 * canvas programs keep a drawing, or people a note, are left alone.
 */
export function keyWarnings(wire: ReceivedCanvas): readonly Problem[] {
  const near: Problem[] = []
  const others: Problem[] = []
  const pairs = { left: MOST_PAIRS }
  for (const { item, place, path, owner } of [...nodesOf(wire), ...edgesOf(wire), ...stepsOf(wire)]) {
    for (const key of Object.keys(item)) {
      if (KNOWN_KEYS[place].includes(key)) continue
      const meant = meantKey(key, item, place, pairs)
      if (meant === undefined && (isOfProgram(key, place) || others.length === MOST_PROBLEMS)) continue
      const message = `the key "${shortened(key)}" of ${place === 'edge' ? 'an' : 'a'} ${place} is not read`
      const problem = { code: 'unknown_key', ...owner, path: `${path}.${key}` } as const
      if (meant === undefined) others.push({ ...problem, message })
      else near.push({ ...problem, message: `${message}: "${meant}" is probably meant`, suggestions: [meant] })
      if (near.length === MOST_PROBLEMS) return near
    }
  }
  return [...near, ...others].slice(0, MOST_PROBLEMS)
}

const shortened = (key: string): string => (key.length > LONGEST_KEY ? `${key.slice(0, LONGEST_KEY)}…` : key)

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

// What is inside a configuration is up to its post-processor.
function stepsOf({ post_processors }: ReceivedCanvas): Read[] {
  return objectsIn(post_processors).map(([index, item]) => {
    const owner = { step_id: isId(item.id) ? item.id : `step-${index + 1}` }
    return { item, place: 'step', path: `post_processors.${index}`, owner }
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

function meantKey(key: string, item: WireObject, place: KeyPlace, pairs: { left: number }): string | undefined {
  if (key.length > LONGEST_KEY) return undefined
  const plain = plainKey(key)
  // Canvas libraries call the kind of a shape `type` too, but never by one of our words.
  if (place === 'edge' && plain === 'type') return EDGE_KINDS.some((kind) => kind === item[key]) ? 'kind' : undefined
  const synonyms = MEANT_KEYS[place]
  // Beside `class_name`, a `class` is one of a style sheet.
  const isStyle = synonyms[plain] === 'class_name' && (item.class_name ?? item.class_names) !== undefined
  if (isStyle) return undefined
  if (Object.hasOwn(synonyms, plain)) return synonyms[plain]
  if (isOfProgram(key, place)) return undefined
  return sameWord(plain, place) ?? suggest(key, KNOWN_KEYS[place], pairs)[0]
}

/** A key that differs only in case and separators: `scopeDn`. */
const sameWord = (plain: string, place: KeyPlace): string | undefined =>
  KNOWN_KEYS[place].find((known) => known.replaceAll('_', '') === plain)

function objectsIn(list: unknown): [number, WireObject][] {
  return Array.isArray(list)
    ? list.flatMap((item: unknown, index): [number, WireObject][] => (isWireObject(item) ? [[index, item]] : []))
    : []
}
