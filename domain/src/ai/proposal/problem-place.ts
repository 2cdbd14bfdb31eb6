import type { Problem } from '../../canvas/problem.ts'
import { isWireObject, type WireObject } from '../../canvas/wire.ts'
import type { ProposedPart, ProposedKind } from './parts.ts'

/** The part that a problem is about, if the proposal brought it. */
export function proposedPartAt(problem: Problem, parts: readonly ProposedPart[]): ProposedPart | undefined {
  const owner = ownerOf(problem)
  return owner && parts.find(({ kind, id, after }) => kind === owner.kind && id === owner.id && after !== null)
}

function ownerOf({
  edge_id,
  step_id,
  node_id,
  code,
}: Problem): { readonly kind: ProposedKind; readonly id: string } | undefined {
  if (edge_id !== undefined) return { kind: 'edge', id: edge_id }
  if (step_id !== undefined) return { kind: 'step', id: step_id }
  // A cycle names one of its nodes, and separate parts one node each: neither is at fault.
  if (node_id === undefined || code === 'cyclic_graph' || code === 'disconnected_graph') return undefined
  return { kind: 'node', id: node_id }
}

/** Where in its part a problem is: the path without the list and the position in it. */
export const placeIn = ({ path = '' }: Problem): readonly string[] => path.split('.').slice(2)

export function valueAt(value: unknown, place: readonly string[]): unknown {
  return place.reduce<unknown>((inner, key) => {
    if (Array.isArray(inner)) return inner[Number(key)]
    return isWireObject(inner) && Object.hasOwn(inner, key) ? inner[key] : undefined
  }, value)
}

/** The part with another value at a place that exists. */
export function withValueAt(part: WireObject, place: readonly string[], value: unknown): WireObject {
  return replaced(part, place, value) as WireObject
}

function replaced(value: unknown, [key, ...rest]: readonly string[], inner: unknown): unknown {
  if (key === undefined) return inner
  if (Array.isArray(value)) return value.with(Number(key), replaced(value[Number(key)], rest, inner))
  return isWireObject(value) ? { ...value, [key]: replaced(value[key], rest, inner) } : value
}

/** The property that a problem is about, where the path only leads to the list of them. */
export const namedProperty = ({ message }: Problem, properties: unknown): string | undefined =>
  Array.isArray(properties)
    ? properties.find((name: unknown): name is string => typeof name === 'string' && message.endsWith(` ${name}`))
    : undefined
