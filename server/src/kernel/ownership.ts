import type { Caller } from './caller.ts'
import { Forbidden } from './errors.ts'

/** The rule of the shared workspace: only administrators and operators may change what another user created. */
export function requireOwnerOrManager(caller: Caller, ownerId: number | null): void {
  if (ownerId !== caller.id && !caller.managesWorkspace)
    throw new Forbidden('Only its owner, an operator or an administrator may change this.')
}
