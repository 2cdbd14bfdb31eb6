import type { Wire } from '../../../lib/api/wire.ts'

export type UserDraft = {
  readonly username: string
  readonly email: string
  readonly first_name: string
  readonly last_name: string
  readonly groups: readonly number[]
  readonly is_superuser: boolean
  readonly password: string
}

export const userDraft = (user: Wire.ManagedUser | undefined): UserDraft => ({
  username: user?.username ?? '',
  email: user?.email ?? '',
  first_name: user?.first_name ?? '',
  last_name: user?.last_name ?? '',
  groups: user?.groups ?? [],
  is_superuser: user?.is_superuser ?? false,
  password: '',
})

const CHANGEABLE = ['email', 'first_name', 'last_name', 'groups', 'is_superuser'] as const

/** Only what differs: administrators who are no superusers may not even repeat some of it. */
export const patchOf = (stored: UserDraft, draft: UserDraft): Wire.UserPatch =>
  Object.fromEntries(
    CHANGEABLE.filter((name) => JSON.stringify(draft[name]) !== JSON.stringify(stored[name])).map((name) => [
      name,
      draft[name],
    ]),
  )

/** Without a password, the user sets one with a code or a link. */
export const createBodyOf = ({ password, is_superuser, groups, ...body }: UserDraft): Wire.UserCreate => ({
  ...body,
  groups: [...groups],
  ...(is_superuser && { is_superuser }),
  ...(password !== '' && { password }),
})
