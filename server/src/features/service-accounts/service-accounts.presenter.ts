import type { ServiceAccount } from '@heddle/contract/service-accounts.ts'
import { permissionsHeld } from '@heddle/domain/access/held-permissions.ts'
import { timestamp } from '../../kernel/instants.ts'
import type { TokenUse } from '../api-tokens/index.ts'
import type { ServiceAccountRow } from './service-accounts.store.ts'

export function presentServiceAccount(row: ServiceAccountRow, use: TokenUse | undefined): ServiceAccount {
  const { group } = row
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    group: { id: group.id, name: group.name },
    permissions: [...permissionsHeld({ user: row, groups: [group] })].sort(),
    is_active: row.isActive,
    token_count: use?.count ?? 0,
    last_used_at: timestamp(use?.lastUsedAt ?? null),
    created_by: row.createdBy,
    created_at: timestamp(row.createdAt),
    updated_at: timestamp(row.updatedAt),
  }
}
