import { cellOf } from '../values/cells.ts'
import type { Row, Value } from '../values/row.ts'
import { compareBytes } from './byte-order.ts'
import { canonicalValue } from './canonical-row.ts'

/** An object in a snapshot; without attributes if the snapshot does not have it. */
export type TimelinePoint = {
  readonly snapshotId: string
  readonly executedAt: Date
  readonly attributes: Row | undefined
}

export type EvolutionValue = { snapshotId: string; executedAt: Date; value: Value; changed: boolean }

export type AttributeEvolution = {
  attribute: string
  changeCount: number
  isStable: boolean
  distinctValues: number
  values: EvolutionValue[]
}

type PresentPoint = TimelinePoint & { readonly attributes: Row }

/**
 * How each attribute of an object evolved over snapshots in time order: those that changed most first, then the stable
 * ones, each by name. Points without the object are skipped, so a value is compared with the last known one. An
 * attribute missing in a point is null there.
 */
export function attributeEvolution(points: readonly TimelinePoint[]): AttributeEvolution[] {
  const present = presentPoints(points)
  // Already sorted by name. The sort is stable, so ties stay in that order.
  return trackedAttributes(points)
    .map((attribute) => evolutionOf(attribute, present))
    .sort((a, b) => b.changeCount - a.changeCount)
}

/** The names of all attributes of the object in any point, in byte order. */
export function trackedAttributes(points: readonly TimelinePoint[]): string[] {
  return [...new Set(presentPoints(points).flatMap(({ attributes }) => Object.keys(attributes)))].sort(compareBytes)
}

function presentPoints(points: readonly TimelinePoint[]): PresentPoint[] {
  return points.filter((point): point is PresentPoint => point.attributes !== undefined)
}

function evolutionOf(attribute: string, points: readonly PresentPoint[]): AttributeEvolution {
  const cells = points.map(({ attributes }) => cellOf(attributes, attribute))
  const texts = cells.map(canonicalValue)
  const values = points.map(({ snapshotId, executedAt }, index) => ({
    snapshotId,
    executedAt,
    value: cells[index] ?? null,
    changed: index > 0 && texts[index] !== texts[index - 1],
  }))
  const changeCount = values.filter(({ changed }) => changed).length
  return { attribute, changeCount, isStable: changeCount === 0, distinctValues: new Set(texts).size, values }
}
