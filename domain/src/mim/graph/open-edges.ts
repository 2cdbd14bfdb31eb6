import type { IndexParts } from '../parts.ts'
import { openLists } from '../search/lists.ts'
import { numbersOf } from '../search/part-of.ts'
import { valuesBelow, listAt } from './adjacency.ts'
import type { MentionedClasses } from './class-graph.ts'
import { remember } from './open-classes.ts'

type TextOf = (id: number) => string

/** Containment and inheritance of every class that is mentioned. */
export function openMentioned(parts: IndexParts, text: TextOf, classCount: number): MentionedClasses {
  const texts = numbersOf(parts, 'graph.names')
  const lists = (name: string) => {
    const opened = openLists(parts, `graph.${name}`)
    return (id: number) => listAt(opened, id)
  }
  const name = remember(texts.length, (id) => text(texts[id]!))
  return {
    count: texts.length,
    name,
    // Both halves are sorted by name.
    find: (className) => search(className, 0, classCount, name) ?? search(className, classCount, texts.length, name),
    containers: lists('containers'),
    contained: lists('contained'),
    superClasses: lists('supers'),
    subClasses: lists('subs'),
  }
}

/** The same edges, only between imported classes. */
export function knownEdges(mentioned: MentionedClasses, classCount: number) {
  return {
    find: (className: string) => search(className, 0, classCount, (id) => mentioned.name(id)),
    containers: (id: number) => valuesBelow(classCount, mentioned.containers(id)),
    contained: (id: number) => valuesBelow(classCount, mentioned.contained(id)),
    superClasses: (id: number) => mentioned.superClasses(id).filter((above) => above < classCount),
    subClasses: (id: number) => valuesBelow(classCount, mentioned.subClasses(id)),
  }
}

function search(wanted: string, from: number, to: number, name: (id: number) => string): number | undefined {
  let low = from
  let high = to
  while (low < high) {
    const middle = (low + high) >>> 1
    if (name(middle) < wanted) low = middle + 1
    else high = middle
  }
  return low < to && name(low) === wanted ? low : undefined
}
