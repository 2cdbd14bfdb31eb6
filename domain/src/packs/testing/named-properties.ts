import { isWireObject } from '../../canvas/wire.ts'
import type { PackedCheck } from '../pack.ts'

/** A class that a node of a check names, and the properties that the check reads or compares there. */
type NamedProperties = {
  readonly check: string
  /** More than one for a union, in which a class may lack what another one has. */
  readonly classes: readonly string[]
  readonly properties: readonly string[]
  /** Those of them that filters compare. */
  readonly filtered: readonly string[]
}

/** What the nodes of a check name: in their properties, in filters, and in the edges that compare two of them. */
export function namedProperties(check: PackedCheck): readonly NamedProperties[] {
  const edges = (check.edges ?? []).filter(isWireObject)
  return (check.nodes ?? []).filter(isWireObject).map((node) => {
    const compared = edges.flatMap(({ source, target, on }) => {
      const ends = isWireObject(on) ? on : {}
      return [...(source === node['id'] ? [ends['source']] : []), ...(target === node['id'] ? [ends['target']] : [])]
    })
    const filtered = inFilters(node['filters']).filter((name) => typeof name === 'string')
    const texts = [node['properties'], compared, filtered].flat()
    return {
      check: check.id,
      classes: [node['class_name'], node['class_names']].flat().filter((name) => typeof name === 'string'),
      properties: [...new Set(texts.filter((name) => typeof name === 'string'))],
      filtered,
    }
  })
}

function inFilters(filters: unknown): readonly unknown[] {
  if (Array.isArray(filters)) return filters.flatMap(inFilters)
  if (!isWireObject(filters)) return []
  const { property, ...rest } = filters
  return [property, ...Object.values(rest).flatMap(inFilters)]
}
