import { and, type AnyColumn, asc, eq, type SQL, sql } from 'drizzle-orm'
import type { Executor } from '../../../adapters/database/database.ts'
import { qualified } from '../../../platform/sql/qualified.ts'
import { groupMembers, groups, isPerson, users } from '../../users/index.ts'
import type { Askable } from '../asking/filter-sql.ts'
import type { ListedPage, Listing } from '../asking/listing.ts'

const groupsOfUser = qualified(sql<{ id: number; name: string }[]>`(
  select coalesce(json_agg(json_build_object('id', ${groups.id}, 'name', ${groups.name}) order by ${groups.id}), '[]'::json)
  from ${groupMembers} join ${groups} on ${groups.id} = ${groupMembers.groupId} where ${groupMembers.userId} = ${users.id})`)

const COLUMNS = {
  id: users.id,
  username: users.username,
  email: users.email,
  firstName: users.firstName,
  lastName: users.lastName,
  isActive: users.isActive,
  isSuperuser: users.isSuperuser,
  externalId: users.externalId,
  dateJoined: users.dateJoined,
  updatedAt: users.updatedAt,
  groups: groupsOfUser,
}

export type ScimUserRow = Awaited<ReturnType<typeof selectRows>>[number]

const selectRows = (db: Executor) => db.select(COLUMNS).from(users)

/** The names as people write them: what `displayName` and `name.formatted` say. */
const fullName = sql`nullif(trim(${users.firstName} || ' ' || ${users.lastName}), '')`
const text = (column: SQL | AnyColumn) => ({ kind: 'text', sql: column }) as const

export const ASKABLE_USERS: Askable = {
  attributes: {
    id: { kind: 'id', sql: users.id },
    externalid: { kind: 'exact', sql: users.externalId },
    username: text(users.username),
    displayname: text(sql`coalesce(${fullName}, ${users.username})`),
    'name.formatted': text(fullName),
    'name.givenname': text(sql`nullif(${users.firstName}, '')`),
    'name.familyname': text(sql`nullif(${users.lastName}, '')`),
    active: { kind: 'boolean', sql: users.isActive },
    'meta.created': { kind: 'instant', sql: users.dateJoined },
    'meta.lastmodified': { kind: 'instant', sql: users.updatedAt },
  },
  collections: {
    emails: {
      attributes: {
        value: text(users.email),
        type: text(sql`'work'::text`),
        primary: { kind: 'boolean', sql: sql`true` },
      },
      exists: (condition) => sql`(${users.email} <> '' and ${condition})`,
    },
    groups: {
      attributes: { value: { kind: 'id', sql: groups.id }, display: text(groups.name) },
      exists: (
        condition,
      ) => sql`exists (select 1 from ${groupMembers} join ${groups} on ${groups.id} = ${groupMembers.groupId}
        where ${groupMembers.userId} = ${users.id} and ${condition})`,
    },
  },
}

export async function findScimUser(db: Executor, id: number): Promise<ScimUserRow | undefined> {
  const [row] = await selectRows(db).where(and(isPerson, eq(users.id, id)))
  return row
}

export async function listScimUsers(db: Executor, listing: Listing): Promise<ListedPage<ScimUserRow>> {
  const { orderBy, startIndex, count } = listing
  const where = and(isPerson, listing.where)
  const rows =
    count === 0
      ? []
      : await selectRows(db)
          .where(where)
          .orderBy(...orderBy, asc(users.id))
          .limit(count)
          .offset(startIndex - 1)
  return { total: await db.$count(users, where), rows }
}
