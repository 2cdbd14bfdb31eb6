import type { Wire } from '../../lib/api/wire.ts'
import { modelWays, type JoinWay, type WayTo } from './ways.ts'

type Around = Wire.MimConnectable['connectable']

/** Through more classes than this nobody wants to choose. */
const MOST = 3

/**
 * Classes that can be joined to both, with one way to each: the shortest chains there are. The two lists are those of
 * the classes around each end, best first; containment reads easiest, so it comes before relations.
 */
export function classesBetween(aroundSource: Around, aroundTarget: Around): readonly (readonly [WayTo, JoinWay])[] {
  const others = new Map(aroundTarget.map((item, rank) => [item.name, { item, rank }]))
  return aroundSource
    .flatMap((item, rank) => {
      const other = others.get(item.name)
      const first = modelWays(item)[0]
      const second = other && modelWays(turned(other.item))[0]
      if (!first || !second) return []
      const relations = Number(first.kind !== 'contains') + Number(second.kind !== 'contains')
      return [{ className: item.name, first, second, cost: relations * 1000 + rank + other.rank }]
    })
    .sort((one, other) => one.cost - other.cost)
    .slice(0, MOST)
    .map(({ className, first, second }) => [{ className, way: first }, second] as const)
}

/** Seen from its other end. */
const turned = ({ contains, relations }: Around[number]): Pick<Around[number], 'contains' | 'relations'> => ({
  contains: { forward: contains.backward, backward: contains.forward },
  relations: relations.map((relation) => ({
    ...relation,
    direction: relation.direction === 'forward' ? 'backward' : 'forward',
  })),
})
