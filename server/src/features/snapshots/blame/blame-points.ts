import { type Blame, createBlame, UNKNOWN } from '@heddle/domain/snapshot/blame.ts'
import { canonicalValue } from '@heddle/domain/snapshot/canonical-row.ts'
import type { Row } from '@heddle/domain/values/row.ts'
import type { Executor } from '../../../adapters/database/database.ts'
import { findBlamesUpTo, pairKey } from './blame.store.ts'

type Point = { readonly snapshotId: string; readonly executedAt: Date; readonly attributes: Row | undefined }

/** Adds to each point that differs from the one before who changed it, as far as records are kept. */
export async function blamePoints<P extends Point>(
  db: Executor,
  points: readonly P[],
  dn: string,
): Promise<(P & { readonly blame: Blame | null })[]> {
  const changes = points.map((point, index) => changeOf(points[index - 1], point))
  const differing = points.filter((_, index) => changes[index] !== undefined).map(({ snapshotId }) => snapshotId)
  const kept = await findBlamesUpTo(db, differing)
  return points.map((point, index) => {
    const [change, before] = [changes[index], points[index - 1]]
    if (change === undefined || before === undefined) return { ...point, blame: null }
    const records = kept.get(pairKey(before.snapshotId, point.snapshotId))
    return { ...point, blame: records === undefined ? UNKNOWN : createBlame(records)({ change, dn }) }
  })
}

function changeOf(before: Point | undefined, { attributes }: Point) {
  if (before === undefined) return undefined
  if (before.attributes === undefined) return attributes === undefined ? undefined : ('added' as const)
  if (attributes === undefined) return 'removed' as const
  return textOf(before.attributes) === textOf(attributes) ? undefined : ('changed' as const)
}

const textOf = (row: Row): string =>
  Object.keys(row)
    .sort()
    .map((name) => `${name}=${canonicalValue(row[name] ?? null)}`)
    .join('\n')
