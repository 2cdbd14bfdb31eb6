import { groupsOf, type RowGrouping } from '@heddle/domain/snapshot/group-of-row.ts'
import { retryWhenGone, type SnapshotArchive } from '../../archive/index.ts'
import type { SnapshotReading } from '../snapshots.reading.ts'

type Parts = { readonly reading: SnapshotReading; readonly archive: Pick<SnapshotArchive, 'listDns'> }
export type SnapshotGroups = { readonly groups: string[]; readonly truncated: boolean }

const MOST_GROUPS = 10_000

/** The groups that the rows of a snapshot are in; the list of its DNs is cached. */
export function snapshotGroups({ reading, archive }: Parts, id: string, by: RowGrouping): Promise<SnapshotGroups> {
  return retryWhenGone(async () => {
    const snapshot = await reading.findSnapshot(id)
    // The list of DNs does not say on which of its fabrics a row is.
    if (snapshot.controllerConnectionIds !== null) return { groups: [], truncated: false }
    const groups = [...groupsOf(await archive.listDns(snapshot), by)].sort()
    return { groups: groups.slice(0, MOST_GROUPS), truncated: groups.length > MOST_GROUPS }
  })
}
