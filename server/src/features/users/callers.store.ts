import { sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { qualified } from '../../platform/sql/qualified.ts'
import { groupMembers, groups, users } from './users.tables.ts'

/** What determines who a caller is and what they may do: for a select that joins `users` to a session or token. */
export const CALLER_COLUMNS = {
  userId: users.id,
  username: users.username,
  isSuperuser: users.isSuperuser,
  authSource: users.authSource,
  timezone: sql<string | null>`${users.preferences} ->> 'timezone'`,
  permissions: users.permissions,
  groups: sql<CallerRow['groups']>`(
    select coalesce(json_agg(json_build_object('id', ${groups.id}, 'role', ${groups.roleTemplate}, 'permissions', ${groups.permissions})), '[]'::json)
    from ${groupMembers} join ${groups} on ${groups.id} = ${groupMembers.groupId} where ${groupMembers.userId} = ${users.id})`,
}

/** In SQL what `laneOfUser` says: the newest group of a user, null without any. */
export const groupInTurns = (userId: AnyPgColumn) =>
  qualified(
    sql<
      number | null
    >`(select max(${groupMembers.groupId}) from ${groupMembers} where ${groupMembers.userId} = ${userId})`,
  )

export type CallerRow = {
  readonly userId: number
  readonly username: string
  readonly isSuperuser: boolean
  readonly authSource: string
  readonly timezone: string | null
  readonly permissions: readonly string[]
  readonly groups: readonly {
    readonly id: number
    readonly role: string | null
    readonly permissions: readonly string[]
  }[]
}
