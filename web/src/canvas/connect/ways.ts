import type { WireObject } from '@heddle/domain/canvas/wire.ts'
import type { Wire } from '../../lib/api/wire.ts'

/** One way to join an object class to another, seen from the first. */
export type JoinWay =
  | { readonly kind: 'contains'; readonly direction: 'forward' | 'backward'; readonly depth: 'child' | 'any' }
  | {
      readonly kind: 'references'
      readonly direction: 'forward' | 'backward'
      readonly through: string
      readonly cardinality: string
      readonly inheritedFrom: string | null
    }
  | { readonly kind: 'match'; readonly source: string; readonly target: string }
  /** Nobody knows the classes: the server finds the way when the query runs. */
  | { readonly kind: 'auto' }

/** A way, and the class it leads to. */
export type WayTo = { readonly className: string; readonly label?: string; readonly way: JoinWay }

type Connections = Pick<Wire.MimConnect, 'contains' | 'relations'>

/** The ways that the class model knows, containment first. */
export function modelWays({ contains, relations }: Connections): readonly JoinWay[] {
  return [
    ...(contains.forward === null
      ? []
      : [{ kind: 'contains', direction: 'forward', depth: contains.forward } as const]),
    ...(contains.backward === null
      ? []
      : [{ kind: 'contains', direction: 'backward', depth: contains.backward } as const]),
    ...relations.map(({ through, direction, cardinality, inherited_from }) => ({
      kind: 'references' as const,
      direction,
      through,
      cardinality: shortCardinality(cardinality, direction),
      inheritedFrom: inherited_from,
    })),
  ]
}

/** Comparing properties of one name and type, where the model knows no way. */
export const matchWays = ({ shared }: Pick<Wire.MimConnect, 'shared'>): readonly JoinWay[] =>
  shared.map(({ source, target }) => ({ kind: 'match', source, target }))

/** `n-to-1` is `n:1`, and `1:n` seen from the other end. */
function shortCardinality(text: string, direction: 'forward' | 'backward'): string {
  const sides = text.split('-to-')
  return (direction === 'forward' ? sides : sides.toReversed()).join(':')
}

/** What is said of a way in a list, after the class: `fvRsCtx · n:1`, `below`, `above`. */
export function describeWay(way: JoinWay): string {
  switch (way.kind) {
    case 'contains':
      return `${way.depth === 'child' ? '' : 'further '}${way.direction === 'forward' ? 'below' : 'above'}`
    case 'references':
      return [way.through, ...(way.direction === 'backward' ? ['from'] : []), way.cardinality].join(' · ')
    case 'match':
      return `${way.source} = ${way.target}`
    case 'auto':
      return 'found when it runs'
  }
}

/** The thread between two nodes, without its id: it leads from the ancestor, or from the holder of the relation. */
export function threadOf(way: JoinWay, from: string, to: string): WireObject {
  switch (way.kind) {
    case 'contains':
      return { ...ends(way.direction, from, to), kind: 'contains' }
    case 'references':
      return { ...ends(way.direction, from, to), kind: 'references', through: way.through }
    case 'match':
      return { source: from, target: to, kind: 'match', on: { source: way.source, target: way.target } }
    case 'auto':
      return { source: from, target: to, kind: 'auto' }
  }
}

const ends = (direction: 'forward' | 'backward', from: string, to: string) =>
  direction === 'forward' ? { source: from, target: to } : { source: to, target: from }
