import type { Pool, PoolClient } from 'pg'
import { AUDIT_ACTIONS } from '@heddle/domain/audit/actions.ts'
import { AUDIT_CATEGORIES } from '@heddle/domain/audit/categories.ts'
import { fillTables } from './fill-table.ts'

/** Terms the measurement searches for. */
export const RARE_TERM = 'needle'
export const FREQUENT_TERM = 'saved query'
export const COMMON_TERM = 'tenant 17'

const BATCH = 250_000

/**
 * A year of entries: mostly query runs, some administration; 200 users of whom a few do most, a million addresses, and
 * content in every fifth entry.
 */
export async function fillAudit(pool: Pool, count: number): Promise<void> {
  await fillTables(pool, ['audit_entries'], (client) => insertEntries(client, count))
}

async function insertEntries(client: PoolClient, count: number): Promise<void> {
  await client.query('create table bench_actions (k int, category text, action text)')
  for (const [k, kind] of kindsOfEntries().entries())
    await client.query('insert into bench_actions values ($1, $2, $3)', [k, ...kind])
  for (let from = 1; from <= count; from += BATCH)
    await client.query(FILL, [from, Math.min(from + BATCH - 1, count), count])
  await client.query('drop table bench_actions')
}

/** Every action, plus one per category, including categories without any action. */
function kindsOfEntries(): readonly (readonly [category: string, action: string])[] {
  const actions = Object.entries(AUDIT_ACTIONS).map(([action, { category }]) => [category, action] as const)
  return [...actions, ...AUDIT_CATEGORIES.map((category) => [category, `${category}_other`] as const)]
}

// `r1` to `r4` are independent pseudo-random numbers, the same on every run.
const FILL = `
  insert into audit_entries (category, action, username, user_id, ip_address, user_agent, description, target_type, target_id, metadata,
                             content, content_compressed, content_size_bytes, created_at)
  select coalesce(a.category, 'query_execution'), coalesce(a.action, 'query_run'),
         'user-' || u, u, '10.' || ip / 65536 % 256 || '.' || ip / 256 % 256 || '.' || ip % 256,
         'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0',
         case when n % 100000 = 7 then 'Renamed the needle in the haystack'
              when a.action is null then 'Ran the saved query "subnets of tenant ' || r4 % 100 || '" on fabric ' || r3 % 40
              else initcap(replace(a.action, '_', ' ')) || ' of object ' || r4 end,
         'saved_query', md5(r4::text), jsonb_build_object('duration_ms', r3 % 5000, 'rows', r4 % 9000, 'status', 'success'),
         case when n % 5 = 0 then convert_to('{"nodes":"' || repeat(md5(n::text), 6) || '"}', 'UTF8') end, false,
         case when n % 5 = 0 then 204 else 0 end,
         now() - interval '365 days' + n * (interval '365 days' / $3::int)
  from (
    select n, abs(hashint4(n)::bigint) % 1000003 as r1, abs(hashint4(n + 700000001)::bigint) % 1000003 as r2,
           abs(hashint4(-n)::bigint) % 1000003 as r3, abs(hashint4(n # 123456789)::bigint) % 1000003 as r4
    from generate_series($1::int, $2::int) as n
  ) as random
  cross join lateral (select (power(r1 / 1000003.0, 2) * 200)::int + 1 as u, (r2 % 1000000)::int as ip) as chosen
  left join bench_actions a on a.k = case when r3 % 10 < 4 then r2 % (select count(*) from bench_actions) end
  order by n`
