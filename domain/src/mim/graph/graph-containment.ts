import { LRUCache } from 'lru-cache'
import type { ClassModel } from '../model.ts'
import type { ClassGraph, MentionedClasses } from './class-graph.ts'

/** How many sets of ancestors are cached. With one bit per class, each has about two kilobytes. */
const KEPT_ANCESTOR_SETS = 500

/**
 * Tests whether an object of one class can be below an object of another. Walks up from the child and visits each class
 * once, so it terminates for classes that contain themselves. An abstract class represents its known subclasses;
 * without any, it is assumed to match.
 */
export function graphContainment(graph: ClassGraph): ClassModel['canContain'] {
  const { mentioned, classCount } = graph
  const concrete = (id: number) =>
    id < classCount && graph.has(id, 'is_abstract')
      ? graph.subClasses(id).filter((sub) => !graph.has(sub, 'is_abstract'))
      : [id]
  // An abstract class has the ancestors of all its subclasses, collected in a single walk: there may be thousands of
  // both.
  const ancestors = new LRUCache<number, ClassSet>({
    max: KEPT_ANCESTOR_SETS,
    memoMethod: (child) => walkUp(concrete(child), mentioned),
  })

  return (parent, child, depth) => {
    const [upper, lower] = [mentioned.find(parent), mentioned.find(child)]
    const above = upper === undefined ? undefined : concrete(upper)
    const below = lower === undefined ? undefined : concrete(lower)
    if (above?.length === 0 || below?.length === 0) return true
    if (above === undefined || lower === undefined || below === undefined) return false
    if (depth === 'any') return above.some((id) => isIn(ancestors.memo(lower), id))
    const wanted = new Set(above)
    return below.some((id) => mentioned.containers(id).some((container) => wanted.has(container)))
  }
}

type ClassSet = Uint8Array

function walkUp(from: Iterable<number>, mentioned: MentionedClasses): ClassSet {
  const found: ClassSet = new Uint8Array(Math.ceil(mentioned.count / 8))
  const queue = [...from]
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    const containers = mentioned.containers(next)
    // An indexed loop: from a generic class this visits every edge, and iterating takes several times as long.
    for (let at = 0; at < containers.length; at++) {
      const container = containers[at]!
      if (isIn(found, container)) continue
      found[container >>> 3]! |= 1 << (container & 7)
      queue.push(container)
    }
  }
  return found
}

function isIn(set: ClassSet, id: number): boolean {
  return (set[id >>> 3]! & (1 << (id & 7))) !== 0
}
