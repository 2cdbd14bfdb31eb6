import { MINUTE } from '../../../kernel/durations.ts'
import type { World } from '../start-world.ts'
import type { Workspace } from '../workspace.ts'

const HISTORY = '/api/history/'
const CHANGED = 'uni/tn-prod/BD-web'

export async function historyExamples(world: World, { query }: Workspace): Promise<void> {
  const { example, refused, prepare, controller, clock } = world
  const before = await prepare(`POST ${HISTORY}capture/`, {
    body: { saved_query: query, annotation: "Before Friday's change" },
  })
  const between = new Date(clock.now().getTime() + MINUTE)
  clock.step(2 * MINUTE)
  controller.store.update(CHANGED, { arpFlood: 'yes', mtu: '1500' })
  controller.store.add('fvBD', 'uni/tn-prod/BD-cache', {
    name: 'cache',
    arpFlood: 'no',
    unicastRoute: 'yes',
    mtu: '9000',
  })
  const annotated = { saved_query: query, retention_policy: '90d', annotation: "After Friday's change" }
  const after = await example(`POST ${HISTORY}capture/`, { body: annotated })
  await refused(`POST ${HISTORY}capture/`, { body: { saved_query: 'Bridge domains', retention_policy: '2y' } })
  const later = await prepare(`POST ${HISTORY}capture/`, { body: { saved_query: query } })

  const params = { id: after.id }
  await example(`GET ${HISTORY}queries/`)
  await example(`GET ${HISTORY}snapshots/`, { query: { saved_query: query, pinned: false } })
  await example(`GET ${HISTORY}snapshots/:id/`, { params, query: { page_size: 2 } })
  await example(`GET ${HISTORY}snapshots/:id/results/`, { params, query: { format: 'csv' } })
  await example(`GET ${HISTORY}snapshots/:id/groups/`, { params, query: { by: 'place' } })
  await example(`GET ${HISTORY}snapshots/:id/why/`, { params, query: { dn: CHANGED } })
  await example(`POST ${HISTORY}snapshots/:id/annotate/`, {
    params,
    body: { annotation: "After Friday's change, CHG-4711" },
  })
  await example(`POST ${HISTORY}snapshots/:id/pin/`, { params, body: { pinned: true } })

  await example(`POST ${HISTORY}compare/`, {
    body: { snapshot_a: before.id, snapshot_b: after.id, ignore_fields: ['modTs'] },
  })
  await refused(`POST ${HISTORY}compare/`, { body: { snapshot_a: before.id, snapshot_b: 'yesterday', limit: 0 } })
  await example(`GET ${HISTORY}compare/`, { query: { snapshot_a: before.id, snapshot_b: after.id, blame: true } })
  await example(`GET ${HISTORY}compare/export/`, { query: { a: before.id, b: after.id, format: 'csv' } })
  const pair = { snapshot_a: before.id, snapshot_b: after.id }
  await example(`POST ${HISTORY}reviews/`, { body: { ...pair, rows: [{ key: CHANGED, fields: ['arpFlood', 'mtu'] }] } })
  await example(`GET ${HISTORY}reviews/`, { query: pair })
  await example(`GET ${HISTORY}timeline/`, { query: { saved_query_id: query, dn: CHANGED, limit: 10 } })
  await example(`GET ${HISTORY}heatmap/`, { query: { saved_query: query, window: '30d' } })
  await example(`GET ${HISTORY}saved-queries/:id/dns/`, { params: { id: query }, query: { q: 'BD-we', limit: 5 } })
  await example(`GET ${HISTORY}changes/`, { query: { saved_query: query, dn: CHANGED, attribute: 'mtu' } })
  await prepare(`PATCH /api/queries/saved-queries/:id/`, {
    params: { id: query },
    body: { expect: { every: 'arpFlood == "no"' } },
  })
  await example(`GET ${HISTORY}checks/`, { query: { saved_query: query, from_date: '2026-01-01T00:00:00Z' } })
  await refused(`GET ${HISTORY}checks/`, { query: { from_date: 'last week' } })
  await prepare(`PATCH /api/queries/saved-queries/:id/`, { params: { id: query }, body: { expect: null } })
  await example(`GET ${HISTORY}at/`, { query: { saved_query: query, at: between.toISOString(), page_size: 2 } })

  const settings = { default_retention_policy: '90d', diff_ignore_fields: ['modTs'] }
  await example(`PATCH ${HISTORY}settings/`, { body: settings })
  await refused(`PATCH ${HISTORY}settings/`, { body: { default_retention_policy: '2y', diff_key_strategy: 'name' } })
  await example(`GET ${HISTORY}settings/`)
  await example(`GET ${HISTORY}cleanup/preview/`)
  await example(`POST ${HISTORY}cleanup/execute/`)
  await example(`DELETE ${HISTORY}snapshots/:id/`, { params: { id: later.id } })
}

const CHANGE = `${HISTORY}changes/`

export async function changeExamples(world: World, { query, connection }: Workspace): Promise<void> {
  const { example, refused, until, controller } = world
  const { id } = await example(`POST ${CHANGE}`, {
    body: {
      ...{ name: 'Raise the MTU of web', saved_queries: [query] },
      ...{ controller_connection: connection, note: 'CHG-4711' },
    },
  })
  await refused(`POST ${CHANGE}`, { body: { name: '', saved_queries: [query], controller_connection: 'lab' } })
  const params = { id }
  const settled = (status: string) => until(`GET ${CHANGE}:id/`, { params }, (change) => change.status === status)
  await settled('open')
  await example(`GET ${CHANGE}:id/`, { params })
  controller.store.update(CHANGED, { mtu: '9000' })
  await example(`POST ${CHANGE}:id/close/`, { params })
  await settled('closed')
  await refused(`POST ${CHANGE}:id/close/`, { params })
  await example(`GET ${CHANGE}:id/report/`, { params })
  await example(`GET ${HISTORY}change-windows/`, { query: { status: 'closed', search: 'MTU' } })
  await example(`DELETE ${CHANGE}:id/`, { params })
}
