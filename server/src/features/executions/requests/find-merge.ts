import type { ControllerConnectionsService } from '../../controller-connections/index.ts'
import type { ChosenConnections } from '../../planning/index.ts'
import type { Merge, MergedConnection } from '../../run-engine/index.ts'

type Connections = Pick<ControllerConnectionsService, 'find'>

/** The connections of a merged run with their names; undefined for any other run. */
export async function findMerge(
  connections: Connections,
  { merged }: Pick<ChosenConnections, 'merged'>,
): Promise<Merge | undefined> {
  if (!merged) return undefined
  const found = await Promise.all(merged.ids.map(async (id) => ({ id, name: (await connections.find(id))?.name })))
  return { connections: withDistinctNames(found), allowPartial: merged.allowPartial }
}

/** Names need not be unique, but rows of different controllers must differ: connections that share one add their id. */
export function withDistinctNames(
  all: readonly { readonly id: string; readonly name: string | undefined }[],
): readonly MergedConnection[] {
  return all.map(({ id, name }) => {
    if (name === undefined) return { id, name: id, isDeleted: true }
    const isShared = all.some((other) => other.id !== id && other.name === name)
    return { id, name: isShared ? `${name} ${id}` : name }
  })
}
