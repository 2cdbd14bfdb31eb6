import type { Pool } from 'pg'
import { fillTables } from './fill-table.ts'

/** Queries the measurement filters by: the first has a tenth of all runs, the second always 200. */
export const FREQUENT_QUERY = '00000000-0000-4000-8000-000000000000'
export const RARE_QUERY = '00000000-0000-4000-8000-000000000001'

const BATCH = 100_000

/**
 * Four weeks of runs, so that none is old enough to be deleted: 200 queries on 40 connections; one run in twenty failed
 * and one in a hundred timed out, though none of the frequent query. Each has a pipeline execution with one stage.
 */
export async function fillLogs(pool: Pool, count: number): Promise<void> {
  await fillTables(pool, ['executions', 'pipeline_executions'], async (client) => {
    for (let from = 1; from <= count; from += BATCH)
      await client.query(FILL, [from, Math.min(from + BATCH - 1, count), count])
  })
}

const FILL = `
  with runs as (
    insert into executions (id, saved_query_id, saved_query_version, controller_connection_id, user_id, username, trigger, status, error_message,
                            columns, row_count, generated_query, actual_query_path, executed_at, started_at, admitted_at, attempts, duration_ms,
                            deadline_at)
    select gen_random_uuid(),
           case when n % 10 = 0 then '${FREQUENT_QUERY}'::uuid
                when n % ($3::int / 200) = 7 then '${RARE_QUERY}'::uuid
                else ('00000000-0000-4000-8000-' || lpad((2 + r % 198)::text, 12, '0'))::uuid end,
           1, ('10000000-0000-4000-8000-' || lpad((r % 40)::text, 12, '0'))::uuid, 1, 'admin',
           case when r % 3 = 0 then 'schedule' else 'manual' end,
           case when n % 100 = 3 then 'timeout' when r % 20 = 1 then 'failure' else 'success' end,
           case when n % 100 <> 3 and r % 20 = 1 then 'The controller answered 503: try again later' end,
           '["tenant.dn", "tenant.name"]'::jsonb, r % 9000, '/api/class/fvTenant.json?order-by=fvTenant.dn', '/api/class/fvTenant.json',
           at, at, at, 1, r % 5000, at + interval '1 hour'
    from (
      select n, abs(hashint4(n)::bigint) % 1000003 as r, now() - interval '28 days' + n * (interval '28 days' / $3::int) as at
      from generate_series($1::int, $2::int) as n
    ) as numbered
    returning id, saved_query_id, status, executed_at
  )
  insert into pipeline_executions (id, execution_id, saved_query_id, status, stages, started_at, finished_at)
  select gen_random_uuid(), id, saved_query_id, status,
         '[{"index": 0, "name": "tenant", "type": "fetch", "status": "success", "input_rows": 0, "output_rows": 2}]'::jsonb, executed_at, executed_at
  from runs`
