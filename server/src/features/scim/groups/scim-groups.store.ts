import { and, asc, eq, sql } from 'drizzle-orm'
import type { Executor } from '../../../adapters/database/database.ts'
import { qualified } from '../../../platform/sql/qualified.ts'
import { groupMembers, groups, isMember, users } from '../../users/index.ts'
import type { Askable } from '../asking/filter-sql.ts'
import type { ListedPage, Listing } from '../asking/listing.ts'

/** A page ends before it has more: a client asks for the next one from there. */
const MOST_MEMBERS_OF_A_PAGE = 20_000

const memberCount = qualified(
  sql<number>`(select count(*)::int from ${groupMembers} where ${groupMembers.groupId} = ${groups.id} and ${isMember})`,
)
/** Changes with each membership, however it changes, and is worked out without sending thousands of ids. */
const memberHash = qualified(sql<string>`(
  select encode(sha256(coalesce(string_agg(${groupMembers.userId}::text, ',' order by ${groupMembers.userId}), '')::bytea), 'hex')
  from ${groupMembers} where ${groupMembers.groupId} = ${groups.id} and ${isMember})`)

const COLUMNS = { id: groups.id, name: groups.name, externalId: groups.externalId, memberCount, memberHash }

export type ScimGroupRow = Awaited<ReturnType<typeof selectRows>>[number]
export type ScimMember = { readonly groupId: number; readonly id: number; readonly username: string }

const selectRows = (db: Executor) => db.select(COLUMNS).from(groups)

export const ASKABLE_GROUPS: Askable = {
  attributes: {
    id: { kind: 'id', sql: groups.id },
    externalid: { kind: 'exact', sql: groups.externalId },
    displayname: { kind: 'text', sql: groups.name },
  },
  collections: {
    members: {
      attributes: {
        value: { kind: 'id', sql: users.id },
        display: { kind: 'text', sql: users.username },
        type: { kind: 'text', sql: sql`'User'::text` },
      },
      exists: (
        condition,
      ) => sql`exists (select 1 from ${groupMembers} join ${users} on ${users.id} = ${groupMembers.userId}
        where ${groupMembers.groupId} = ${groups.id} and ${isMember} and ${condition})`,
    },
  },
}

export async function findScimGroup(db: Executor, id: number): Promise<ScimGroupRow | undefined> {
  const [row] = await selectRows(db).where(eq(groups.id, id))
  return row
}

export async function listScimGroups(
  db: Executor,
  listing: Listing,
  withMembers: boolean,
): Promise<ListedPage<ScimGroupRow>> {
  const { where, orderBy, startIndex, count } = listing
  const rows =
    count === 0
      ? []
      : await selectRows(db)
          .where(where)
          .orderBy(...orderBy, asc(groups.id))
          .limit(count)
          .offset(startIndex - 1)
  return { total: await db.$count(groups, where), rows: withMembers ? withinBound(rows) : rows }
}

/** At least one, as no page could hold it otherwise. */
function withinBound(rows: readonly ScimGroupRow[]): readonly ScimGroupRow[] {
  let members = 0
  const end = rows.findIndex((row, index) => (members += row.memberCount) > MOST_MEMBERS_OF_A_PAGE && index > 0)
  return end === -1 ? rows : rows.slice(0, end)
}

/** Of several groups, in one statement. */
export async function listScimMembers(db: Executor, groupIds: readonly number[]): Promise<ScimMember[]> {
  if (groupIds.length === 0) return []
  return db
    .select({ groupId: groupMembers.groupId, id: users.id, username: users.username })
    .from(groupMembers)
    .innerJoin(users, eq(users.id, groupMembers.userId))
    .where(and(isMember, sql`${groupMembers.groupId} = any(${sql.param([...groupIds])}::int[])`))
    .orderBy(groupMembers.groupId, users.id)
}
