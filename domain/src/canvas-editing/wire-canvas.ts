import { readStepConfig } from '../canvas/step-config.ts'
import { isWireObject, type WireObject } from '../canvas/wire.ts'

/**
 * A canvas in its wire form, as an editor holds it: what the rules do not know, such as positions, stays where it is.
 * Editing never parses: a canvas that is half drawn, or wrong, is still a canvas.
 */
export type WirePart = WireObject & { readonly id: string }
export type WireCanvas = {
  readonly nodes: readonly WirePart[]
  readonly edges: readonly WirePart[]
  readonly post_processors: readonly WirePart[]
}

export const EMPTY_CANVAS: WireCanvas = { nodes: [], edges: [], post_processors: [] }

/** The lists of a canvas, and the letter that the ids of their parts begin with. */
export const PARTS = { nodes: 'n', edges: 'e', post_processors: 's' } as const
export type PartKind = keyof typeof PARTS

/** A canvas as stored, whatever it holds: parts without an id get one, and what is no object is left out. */
export function wireCanvas(stored: Readonly<Partial<Record<PartKind, unknown>>>): WireCanvas {
  return {
    nodes: partsOf(stored.nodes, 'nodes'),
    edges: partsOf(stored.edges, 'edges'),
    post_processors: partsOf(stored.post_processors, 'post_processors').map(stepOf),
  }
}

const stepOf = (step: WirePart): WirePart =>
  isWireObject(step.config) ? { ...step, config: readStepConfig(step.type, step.config) } : step

function partsOf(stored: unknown, kind: PartKind): readonly WirePart[] {
  const objects = (Array.isArray(stored) ? stored : []).filter(isWireObject)
  const taken = new Set(objects.flatMap(({ id }) => (typeof id === 'string' ? [id] : [])))
  return objects.map((part) => {
    if (typeof part.id === 'string' && part.id !== '') return part as WirePart
    const id = newId(kind, taken)
    taken.add(id)
    return { ...part, id }
  })
}

/** An id that no part has: `n1`, `n2`. */
export function newId(kind: PartKind, taken: ReadonlySet<string>): string {
  for (let number = 1; ; number += 1) {
    const id = `${PARTS[kind]}${number}`
    if (!taken.has(id)) return id
  }
}

export const idsOf = (parts: readonly WirePart[]): ReadonlySet<string> => new Set(parts.map(({ id }) => id))

/** Text of a part's own key; undefined when it is absent or something else. */
export function ownText(part: WireObject, key: string): string | undefined {
  const value = part[key]
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** Whether two canvases would be saved as the same version. */
export function isSameCanvas(one: WireCanvas, other: WireCanvas): boolean {
  return (
    one === other ||
    (Object.keys(PARTS) as PartKind[]).every((kind) => one[kind] === other[kind] || isSameList(one[kind], other[kind]))
  )
}

const isSameList = (one: readonly WirePart[], other: readonly WirePart[]): boolean =>
  one.length === other.length && one.every((part, index) => part === other[index] || isSameValue(part, other[index]))

/** Objects are the same whatever the order of their keys; lists are not. */
export function isSameValue(one: unknown, other: unknown): boolean {
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((item, at) => isSameValue(item, other[at]))
  if (!isWireObject(one) || !isWireObject(other)) return Object.is(one, other)
  const keys = Object.keys(one)
  return (
    keys.length === Object.keys(other).length &&
    keys.every((key) => Object.hasOwn(other, key) && isSameValue(one[key], other[key]))
  )
}
