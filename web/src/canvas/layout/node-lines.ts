import { isWireObject, type WireObject } from '@heddle/domain/canvas/wire.ts'
import { ownText } from '@heddle/domain/canvas-editing/wire-canvas.ts'
import { filterLine } from './filter-line.ts'

const MOST_FILTERS = 2

/** What a node asks for, line by line: which objects, and which of their properties. */
export function nodeLines(node: WireObject, isPrimary: boolean): readonly string[] {
  const filters = Array.isArray(node.filters) ? node.filters : []
  const shown = filters.length > MOST_FILTERS ? filters.slice(0, MOST_FILTERS - 1) : filters
  const scope = ownText(node, 'scope_dn')
  return [
    ...shown.map(filterLine),
    ...(shown.length < filters.length ? [`and ${filters.length - shown.length} more filters`] : []),
    ...(scope === undefined ? [] : [`below ${scope}`]),
    ...timeLine(node.time_range),
    propertyLine(node.properties, isPrimary),
  ]
}

function timeLine(range: unknown): readonly string[] {
  if (!isWireObject(range)) return []
  const [from, to] = [ownText(range, 'from'), ownText(range, 'to')]
  if (from !== undefined && to !== undefined) return [`${from} … ${to}`]
  if (from !== undefined) return [`since ${from}`]
  return to === undefined ? [] : [`until ${to}`]
}

function propertyLine(properties: unknown, isPrimary: boolean): string {
  const names = Array.isArray(properties) ? properties.filter((name) => typeof name === 'string') : []
  if (names.length > 0) return names.join(', ')
  return isPrimary ? 'all properties' : 'naming properties'
}
