import type { Caller } from './caller.ts'
import { Forbidden } from './errors.ts'

/** The rule of the shared workspace: only administrators and operators may change what another user created. */
export const isOwnerOrManager = (caller: Caller, ownerId: number | null): boolean =>
  ownerId === caller.id || caller.managesWorkspace

export function requireOwnerOrManager(caller: Caller, ownerId: number | null): void {
  if (!isOwnerOrManager(caller, ownerId))
    throw new Forbidden('Only its owner, an operator or an administrator may change this.')
}
