import type { ApiClient } from './api-client.ts'
import { formatTable } from './print-table.ts'

type Row = Record<string, unknown>
type Snapshot = { id: string; row_count: number; version_hash: string; stored_bytes: number; rows: Row[] }
type Comparison = {
  summary: Record<'added' | 'removed' | 'changed' | 'unchanged', number>
  removed: Row[]
  changed: { key: Row; fields: Record<string, { before: unknown; after: unknown }> }[]
}
type Timeline = { points: { executed_at: string; present: boolean; attributes: Row }[] }

const HISTORY = '/api/history/'

/** Captures a result, changes the fabric, captures again, and shows the differences and the history of one object. */
export async function showSnapshots(api: ApiClient, controlUrl: string, query: string): Promise<void> {
  const before = await capture(api, query, 'before the change')
  const [edited, deleted] = (await api.get<Snapshot>(`${HISTORY}snapshots/${before.id}/`)).rows
  const attributes = {
    arpFlood: edited?.['arpFlood'] === 'yes' ? 'no' : 'yes',
    descr: `changed ${new Date().toISOString()}`,
  }
  await change(controlUrl, 'PATCH', { dn: edited?.['dn'], attributes })
  await change(controlUrl, 'DELETE', { dn: deleted?.['dn'] })
  const after = await capture(api, query, 'after the change')

  console.log(
    `\nA snapshot of ${before.row_count} rows takes ${before.stored_bytes} bytes, the next one ${after.stored_bytes}.`,
  )
  const { summary, removed, changed } = await api.post<Comparison>(`${HISTORY}compare/`, {
    snapshot_a: before.id,
    snapshot_b: after.id,
  })
  console.log(
    `Compared (/api/history/compare/): ${Object.entries(summary)
      .map(([what, count]) => `${count} ${what}`)
      .join(', ')}\n`,
  )
  const rows = [
    ...removed.map((row) => ({ change: 'removed', dn: row['dn'], field: '', before: '', after: '' })),
    ...changed.flatMap(({ key, fields }) =>
      Object.entries(fields).map(([field, values]) => ({ change: 'changed', dn: key['dn'], field, ...values })),
    ),
  ]
  console.log(formatTable(['change', 'dn', 'field', 'before', 'after'], rows))
  const { points } = await api.get<Timeline>(
    `${HISTORY}timeline/?saved_query_id=${query}&limit=2&dn=${encodeURIComponent(String(edited?.['dn']))}`,
  )
  console.log(`\nHistory of ${String(edited?.['dn'])} (/api/history/timeline/):\n`)
  console.log(
    formatTable(
      ['executed_at', 'arpFlood', 'descr'],
      points.map(({ executed_at, attributes: { arpFlood, descr } }) => ({ executed_at, arpFlood, descr })),
    ),
  )
}

const capture = (api: ApiClient, saved_query: string, annotation: string): Promise<Snapshot> =>
  api.post<Snapshot>(`${HISTORY}capture/`, { saved_query, annotation })

/** Changes an object of the simulated fabric. */
async function change(controlUrl: string, method: string, body: object): Promise<void> {
  const reply = await fetch(`${controlUrl}/objects`, { method, body: JSON.stringify(body) })
  if (!reply.ok) throw new Error(`${method} ${controlUrl}/objects: ${reply.status} ${await reply.text()}`)
}
