import type { ReceivedCanvas } from './check-shape.ts'
import { namedClasses } from './named-classes.ts'
import { wireList, type NodeUses, wireTexts, usesOf } from './node-uses.ts'
import type { ClassChange, ModelComparison } from '../mim/compare/compare-outlines.ts'

/** What a saved query uses that the other version does not have, or has otherwise. */
export type TouchedPart = {
  readonly class_name: string
  readonly property: string | null
  readonly what: 'class_removed' | 'property_removed' | 'property_retyped' | 'value_removed' | 'relation_moved'
}

/** Looks a comparison up for many queries. */
export function createTouches({
  removed,
  changed,
}: ModelComparison): (canvas: ReceivedCanvas) => readonly TouchedPart[] {
  const gone = new Set(removed)
  const changes = new Map(changed.map((change) => [change.class_name, change]))
  return (canvas) => {
    const found: TouchedPart[] = []
    const relations = wireList(canvas.edges).flatMap(({ through }) => wireTexts([through]))
    for (const name of new Set([...namedClasses(canvas), ...relations])) {
      if (gone.has(name)) found.push({ class_name: name, property: null, what: 'class_removed' })
      else if (changes.get(name)?.relation) found.push({ class_name: name, property: null, what: 'relation_moved' })
    }
    for (const node of wireList(canvas.nodes)) {
      const used = usesOf(node, wireList(canvas.edges))
      for (const name of namedClasses({ ...canvas, nodes: [node] })) {
        const change = changes.get(name)
        if (change) found.push(...touchedProperties(change, used))
      }
    }
    return [...new Map(found.map((part) => [JSON.stringify(part), part])).values()]
  }
}

function touchedProperties(
  { class_name, removed, retyped, values }: ClassChange,
  used: NodeUses,
): readonly TouchedPart[] {
  const part = (property: string, what: TouchedPart['what']): TouchedPart => ({ class_name, property, what })
  return [
    ...removed.filter((name) => used.properties.has(name)).map((name) => part(name, 'property_removed')),
    ...retyped
      .filter(({ property }) => used.properties.has(property))
      .map(({ property }) => part(property, 'property_retyped')),
    ...values
      .filter(({ property, removed: lost }) => lost.some((value) => used.values.has(`${property}=${value}`)))
      .map(({ property }) => part(property, 'value_removed')),
  ]
}
