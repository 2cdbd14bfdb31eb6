import type { PgBoss } from 'pg-boss'
import type { ClaimedJob, Found } from './claim.ts'
import { CLAIMED, isDue, leavesSome, orLater, RETURNED } from './claims.ts'
import type { JobDefinition } from './job.ts'
import type { Rounds } from './rounds.ts'

/**
 * Lanes in the order of their bytes, so that those of a group are neighbours whatever the collation of the database.
 * Jobs without a lane share one.
 */
const LANE = `(coalesce(j.group_id, '')) collate "C"`

/** Makes each turn a few seeks, however many jobs wait. See docs/adr/0038-turns.md. */
export const turnsIndex = (table: string): string =>
  `create index if not exists heddle_turns on ${table} (name, (coalesce(group_id, '')) collate "C", created_on)
   where state < 'active' and not blocked`

/** Each has its own part of the index: '0' is what follows the slash behind the name of a circle. */
const IS_OF_CIRCLE = `${LANE} >= (select circle from head) and ${LANE} < (select circle || '0' from head)`

const IS_FREE = `${LANE} <> all($2::text[])`
/** Whether there is a lane to leave out. */
const LEAVES_OUT = 'cardinality($2::text[]) > 0'
const firstLane = (table: string, place: number, condition: string): string => `
  (select ${place} as place, ${LANE} as lane from ${table} j
    where ${isDue('j')} and ${condition} order by ${LANE} limit 1)`

/**
 * The next circle that has a job, after the one whose turn it was ($3); in it the lane after that whose turn it was
 * there ($4 and $5). Lanes in $2 come only when no other has a job. A circle without a job is one whose only job
 * another process is claiming.
 */
const claimText = (table: string, isLater: boolean): string => `
  with head as (
    select split_part(found.lane, '/', 1) as circle, found.place > 2 as is_full from (
      ${firstLane(table, 1, `${IS_FREE} and ${LANE} >= $3 || '0'`)} union all
      ${firstLane(table, 2, IS_FREE)} union all
      ${firstLane(table, 3, `${LEAVES_OUT} and ${LANE} >= $3 || '0'`)} union all
      ${firstLane(table, 4, LEAVES_OUT)}
    ) found order by found.place limit 1),
  ahead as (
    select j.id from ${table} j
    where ${isDue('j')} and ((select is_full from head) or ${IS_FREE}) and ${IS_OF_CIRCLE}
      and ${LANE} > (select coalesce(($5::text[])[array_position($4::text[], circle)], '') from head)
    order by ${LANE}, j.created_on limit 1 for update of j skip locked),
  again as (
    select j.id from ${table} j
    where not exists (select from ahead) and ${isDue('j')} and ((select is_full from head) or ${IS_FREE})
      and ${IS_OF_CIRCLE}
    order by ${LANE}, j.created_on limit 1 for update of j skip locked),
  claimed as (
    update ${table} job set ${CLAIMED} from (select id from ahead union all select id from again) next
    where job.name = $1 and job.id = next.id
    returning ${RETURNED}${orLater(isLater)})
  select head.circle, claimed.id, claimed.data, claimed."retryCount", claimed.lane,
    ${leavesSome(table, 1)} from head left join claimed on true`

type Row = { readonly circle: string } & (ClaimedInTurn | { readonly id: null })
export type ClaimedInTurn = ClaimedJob & Pick<Found, 'leavesSome'>

/** How often another process may be faster before this one looks again later. */
const MOST_RACES = 5

/** Claims the job whose turn it is in this process; first of those who have less than half of its places. */
export async function claimInTurn(
  boss: PgBoss,
  { name, keepsAccount }: Pick<JobDefinition, 'name' | 'keepsAccount'>,
  table: string,
  rounds: Rounds,
): Promise<ClaimedInTurn | undefined> {
  for (let race = 0; race < MOST_RACES; race++) {
    const { circle, circles, lanes } = rounds.last()
    const values = [name, rounds.atHalf(), circle, circles, lanes]
    const { rows } = await boss.getDb().executeSql(claimText(table, keepsAccount), values)
    const [found] = rows as Row[]
    if (!found) return undefined
    if (found.id !== null) {
      rounds.note(found.circle, found.lane)
      return found
    }
    rounds.note(found.circle)
  }
  return undefined
}
