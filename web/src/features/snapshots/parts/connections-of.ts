import type { Wire } from '../../../lib/api/wire.ts'
import { words } from './words.ts'

type Connected = Pick<Wire.SnapshotItem, 'controller_connection_name' | 'controller_connection_names'>

/** What was captured from, by name. */
export const connectionsOf = ({ controller_connection_name, controller_connection_names }: Connected): string =>
  (controller_connection_names ?? [controller_connection_name])
    .map((name) => name ?? words.deletedConnection)
    .join(', ')
