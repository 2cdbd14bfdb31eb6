import type { OpenWorld } from '../world/open-worlds.ts'

/** What holds at every moment: each statement finds what contradicts it, as a text. */
const NEVER: readonly (readonly [string, string])[] = [
  [
    'a slot fired twice',
    `select task_id || ' ' || slot as what from scheduled_firings where slot is not null
     group by task_id, slot having count(*) > 1`,
  ],
  [
    'a task overlaps itself',
    `select task_id::text as what from scheduled_firings where status = 'running' group by task_id having count(*) > 1`,
  ],
  ['a firing before its slot', `select task_id || ' ' || slot as what from scheduled_firings where started_at < slot`],
  [
    'a firing more than a minute late that does not say so',
    `select task_id || ' ' || slot as what from scheduled_firings
     where slot is not null and (trigger = 'catch_up') <> (started_at - slot > interval '60 seconds')`,
  ],
  [
    'the end of a run is in the audit log twice, or not at all',
    `select e.id::text as what from executions e where e.status <> 'running' and
     (select count(*) from audit_entries a where a.action = 'query_run' and a.target_id = e.id::text) <> 1`,
  ],
  [
    'an open run has an end in the audit log',
    `select e.id::text as what from executions e where e.status = 'running' and
     exists (select from audit_entries a where a.action = 'query_run' and a.target_id = e.id::text)`,
  ],
  [
    'the start of a run is in the audit log twice, or not at all',
    `select e.id::text as what from executions e where e.trigger = 'background' and
     (select count(*) from audit_entries a where a.action = 'query_run_start' and a.target_id = e.id::text) <> 1`,
  ],
  [
    'a successful run without its rows, or with too many',
    `select e.id::text as what from executions e where e.status = 'success' and e.snapshot_id is null and e.row_count <>
     coalesce((select sum(c.row_count) from execution_result_chunks c where c.execution_id = e.id), 0)`,
  ],
  [
    'a pipeline that disagrees with its run',
    `select e.id::text as what from executions e join pipeline_executions p on p.execution_id = e.id
     where (e.status = 'running') <> (p.finished_at is null)`,
  ],
  [
    'a scheduled run that runs although its firing has ended',
    `select s.id::text as what from scheduled_executions s join scheduled_firings f on f.id = s.firing_id
     where s.status = 'running' and f.status <> 'running'`,
  ],
  [
    'a scheduled run that runs although its execution has ended',
    `select s.id::text as what from scheduled_executions s join executions e on e.id = s.execution_id
     where s.status = 'running' and s.captures_since is null and e.status <> 'running'`,
  ],
  [
    'a user has more runs at once than allowed',
    `select user_id::text as what from executions where trigger = 'background' and status = 'running'
     and admitted_at is not null group by user_id having count(*) > 3`,
  ],
  [
    'the end of a request of automation is not in the audit log',
    `select r.id::text as what from automation_requests r where r.finished_at is not null and not exists
     (select from audit_entries a where a.action = 'request_end' and a.target_id = r.id::text)`,
  ],
  [
    'a delivery that is settled and waits',
    `select id::text as what from notification_deliveries where (status = 'waiting') <> (next_attempt_at is not null)`,
  ],
  [
    'the list of the rows of a snapshot was swept',
    `select s.id::text as what from snapshots s
     where not exists (select from all_chunks c where c.lineage_id = s.lineage_id and c.id = s.manifest_id)`,
  ],
  [
    'the base of a chunk was swept',
    `select c.id::text as what from all_chunks c where c.base_id is not null and
     not exists (select from all_chunks b where b.lineage_id = c.lineage_id and b.id = c.base_id)`,
  ],
  [
    'a run that has no rows and no snapshot either',
    `select e.id::text as what from executions e where e.snapshot_id is not null and
     not exists (select from snapshots s where s.execution_id = e.id)`,
  ],
]

const TOGETHER = NEVER.map(
  ([_name, text], index) => `select * from (select ${index} as rule, what from (${text}) f${index} limit 3) r${index}`,
).join(' union all ')

/** Between two events, when no transaction is open. */
export async function checkAlways({ world, session, sql }: OpenWorld): Promise<void> {
  if (session.isHeld) return
  for (const { rule, what } of await sql<{ rule: number; what: string }>(TOGETHER))
    world.fault(`${NEVER[rule]![0]}: ${what}`)
}
