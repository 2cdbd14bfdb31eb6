import type { Permission } from '@heddle/domain/access/permissions.ts'
import type { Actor, Caller } from './caller.ts'
import { Forbidden } from './errors.ts'

/** Who may call a route. Declared on the route and shown in the OpenAPI document. */
export type Access = (
  | { readonly kind: 'anyone' }
  | { readonly kind: 'signedIn' }
  | { readonly kind: 'admin' }
  | { readonly kind: 'permission'; readonly permission: Permission; readonly also?: Permission }
) & {
  /** Refused to every API token, whatever it may do. */
  readonly refusesTokens?: true
  /** Open to nothing but API tokens whose list names the permission. */
  readonly takesListedTokens?: true
}

/** No token needed. */
export const anyone = { kind: 'anyone' } as const
/** Any valid session or API token. */
export const signedIn = { kind: 'signedIn' } as const
/** Members of the Admin group and superusers. */
export const admin = { kind: 'admin' } as const
/** Holders of a model permission, or of two, and superusers. */
export const may = (permission: Permission, also?: Permission) =>
  ({ kind: 'permission', permission, ...(also !== undefined && { also }) }) as const

/** The same rule, but not with an API token: for whatever could outlive the token, or give it more than it has. */
export const noTokens = <A extends Access>(access: A) => ({ ...access, refusesTokens: true }) as const

/**
 * Only for API tokens that list the permission. One without a list, which may do whatever its owner may, was not
 * created for this, and neither was a session.
 */
export const withListedToken = (permission: Permission) => ({ ...may(permission), takesListedTokens: true }) as const

export function isAllowed(access: Access, caller: Actor & Partial<Pick<Caller, 'credential'>>): boolean {
  if (access.refusesTokens && caller.credential?.kind === 'token') return false
  // Only a token without a list acts as a member of groups.
  if (access.takesListedTokens && (caller.credential?.kind !== 'token' || caller.actsAsMember)) return false
  switch (access.kind) {
    case 'anyone':
    case 'signedIn':
      return true
    case 'admin':
      return caller.isAdmin
    case 'permission':
      return caller.isSuperuser || permissionsOf(access).every((permission) => caller.permissions.has(permission))
  }
}

/** Everything that a rule asks for. */
export const permissionsOf = ({ permission, also }: Extract<Access, { kind: 'permission' }>): readonly Permission[] =>
  also === undefined ? [permission] : [permission, also]

/** For a permission that depends on the request's body, which the route's rule cannot cover. */
export function requireAllowed(access: Access, caller: Actor): void {
  if (!isAllowed(access, caller)) throw refusalOf(access, caller)
}

/** The answer to a caller whom the rule does not allow; it names the first permission that is missing. */
export function refusalOf(access: Access, caller: Actor): Forbidden {
  if (access.takesListedTokens && access.kind === 'permission')
    return new Forbidden(`This needs an API token that lists ${access.permission}, of somebody who holds it.`)
  const needed = access.kind === 'permission' && !caller.isSuperuser ? permissionsOf(access) : []
  const permission = needed.find((one) => !caller.permissions.has(one))
  if (permission === undefined) return new Forbidden()
  return new Forbidden(`This needs the permission ${permission}, which you do not have.`, { permission })
}

/** The rule in words, for the OpenAPI document. */
export function describeAccess(access: Access): string {
  switch (access.kind) {
    case 'anyone':
      return 'anyone'
    case 'signedIn':
      return 'any signed-in user'
    case 'admin':
      return 'administrators'
    case 'permission':
      return permissionsOf(access).join(' and ')
  }
}
