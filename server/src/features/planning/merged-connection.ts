import { createHash } from 'node:crypto'

/** Any fixed UUID will do, as long as nothing else derives ids from it. */
const NAMESPACE = Buffer.from('6f1d2c7e9b5a4e0f8c3d1a2b4c5d6e7f', 'hex')
const VERSION_5 = 0x50
const RFC_VARIANT = 0x80

/**
 * The id that stands for several connections together, as that of a connection stands for it alone: a merged run has
 * it, and so has the lineage of its snapshots. It is derived from the ids, in any order, as a UUID of version 5; those
 * of connections are random, of version 4.
 */
export function mergedConnectionId(ids: readonly string[]): string {
  const sorted = ids.map((id) => id.toLowerCase()).sort()
  const bytes = createHash('sha1').update(NAMESPACE).update(sorted.join(' ')).digest().subarray(0, 16)
  bytes[6] = (bytes[6]! & 0x0f) | VERSION_5
  bytes[8] = (bytes[8]! & 0x3f) | RFC_VARIANT
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

type Connections = {
  readonly controllerConnectionId: string
  readonly controllerConnectionIds: readonly string[] | null
}
type ConnectionNames = { readonly connectionName: string | null; readonly connectionNames: (string | null)[] | null }

/** The connections of a run with their names. */
export const presentNamedConnections = (row: Connections & ConnectionNames) => ({
  ...presentConnections(row),
  controller_connection_name: row.controllerConnectionIds === null ? row.connectionName : null,
  controller_connection_names: row.connectionNames,
})

/** The connections of a run, as its log and its snapshots show them: one, or those of a merged run. */
export const presentConnections = ({
  controllerConnectionId,
  controllerConnectionIds,
}: Connections): { controller_connection: string | null; controller_connections: string[] | null } =>
  controllerConnectionIds === null
    ? { controller_connection: controllerConnectionId, controller_connections: null }
    : { controller_connection: null, controller_connections: [...controllerConnectionIds] }
