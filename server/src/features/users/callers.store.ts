import { sql } from 'drizzle-orm'
import { groupMembers, groups, users } from './users.tables.ts'

/** What determines who a caller is and what they may do: for a select that joins `users` to a session or token. */
export const CALLER_COLUMNS = {
  userId: users.id,
  username: users.username,
  isSuperuser: users.isSuperuser,
  timezone: sql<string | null>`${users.preferences} ->> 'timezone'`,
  permissions: users.permissions,
  groups: sql<{ role: string | null; permissions: string[] }[]>`(
    select coalesce(json_agg(json_build_object('role', ${groups.roleTemplate}, 'permissions', ${groups.permissions})), '[]'::json)
    from ${groupMembers} join ${groups} on ${groups.id} = ${groupMembers.groupId} where ${groupMembers.userId} = ${users.id})`,
}

export type CallerRow = {
  readonly userId: number
  readonly username: string
  readonly isSuperuser: boolean
  readonly timezone: string | null
  readonly permissions: readonly string[]
  readonly groups: readonly { readonly role: string | null; readonly permissions: readonly string[] }[]
}
