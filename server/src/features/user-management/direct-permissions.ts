import type { ManagedUser, EffectivePermissions } from '@heddle/contract/users.ts'
import type { Permission } from '@heddle/domain/access/permissions.ts'
import type { Caller } from '../../kernel/caller.ts'
import { requirePermissions } from '../users/index.ts'
import { permissionsHeld } from '@heddle/domain/access/held-permissions.ts'
import { type ManagementParts, changeManagedUser } from './lock-managed-user.ts'

export async function changePermissionsOf(
  parts: ManagementParts,
  caller: Caller,
  id: number,
  { names, way }: { readonly names: readonly string[]; readonly way: 'add' | 'remove' },
): Promise<ManagedUser> {
  const { users, note } = parts
  const named = requirePermissions(names)
  return changeManagedUser(parts, caller, id, async (tx, user) => {
    const permissions = way === 'add' ? [...new Set([...user.permissions, ...named])] : without(user.permissions, named)
    await users.update(tx, user, { permissions })
    const what = way === 'add' ? `was granted ${named.join(', ')}` : `had ${named.join(', ')} revoked`
    await note(tx, way === 'add' ? 'permissions_add' : 'permissions_remove', user, what, {
      before: user.permissions,
      after: permissions,
    })
  })
}

export async function effectivePermissionsOf({ users }: ManagementParts, id: number): Promise<EffectivePermissions> {
  const found = await users.find(id)
  const { user, groups: held } = found
  return {
    permissions: [...permissionsHeld(found)].sort(),
    groups: held.map(({ name }) => name),
    is_superuser: user.isSuperuser,
  }
}

const without = (held: readonly Permission[], taken: readonly Permission[]): Permission[] =>
  held.filter((one) => !taken.includes(one))
