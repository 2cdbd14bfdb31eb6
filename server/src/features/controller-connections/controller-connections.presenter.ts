import type { ControllerConnection } from '@heddle/contract/controller-connections.ts'
import { timestamp } from '../../kernel/instants.ts'
import type { VisibleConnection } from './controller-connections.store.ts'

/** Row to wire shape, without the password. */
export function presentConnection(row: VisibleConnection): ControllerConnection {
  return {
    id: row.id,
    name: row.name,
    host: row.host,
    hosts: row.hosts,
    username: row.username,
    verify_ssl: row.verifySsl,
    is_default: row.isDefault,
    last_tested_at: timestamp(row.lastTestedAt),
    last_test_status: row.lastTestStatus,
    last_test_message: row.lastTestMessage,
    created_at: timestamp(row.createdAt),
    updated_at: timestamp(row.updatedAt),
  }
}
