import type { Heddle, RowBlame } from '@heddle/client'
import { formatTable } from './print-table.ts'

/** Captures a result, changes the fabric, captures again, and shows the differences and the history of one object. */
export async function showSnapshots({ history }: Heddle, controlUrl: string, query: string): Promise<void> {
  const before = await history.capture({ saved_query: query, annotation: 'before the change' })
  const [edited, deleted] = (await history.snapshots.get(before.id)).rows
  const attributes = {
    arpFlood: edited?.arpFlood === 'yes' ? 'no' : 'yes',
    descr: `changed ${new Date().toISOString()}`,
  }
  await change(controlUrl, 'PATCH', { dn: edited?.dn, attributes, user: 'maria' })
  await change(controlUrl, 'DELETE', { dn: deleted?.dn, user: 'jonas' })
  const after = await history.capture({ saved_query: query, annotation: 'after the change' })

  console.log(
    `\nA snapshot of ${before.row_count} rows takes ${before.stored_bytes} bytes, the next one ${after.stored_bytes}.`,
  )
  const { summary, removed, changed } = await history.compare.create({
    snapshot_a: before.id,
    snapshot_b: after.id,
    blame: true,
  })
  console.log(
    `Compared (/api/history/compare/): ${Object.entries(summary)
      .map(([what, count]) => `${count} ${what}`)
      .join(', ')}\n`,
  )
  const rows = [
    ...removed.map((row) => ({
      change: 'removed',
      dn: row.dn,
      field: '',
      before: '',
      after: '',
      by: authorOf(row.blame),
    })),
    ...changed.flatMap(({ key, fields, blame }) =>
      Object.entries(fields).map(([field, values]) => ({
        change: 'changed',
        dn: key.dn,
        field,
        ...values,
        by: authorOf(blame),
      })),
    ),
  ]
  console.log(formatTable(['change', 'dn', 'field', 'before', 'after', 'by'], rows))
  const { points } = await history.timeline({ saved_query_id: query, dn: String(edited?.dn), limit: 2 })
  console.log(`\nHistory of ${String(edited?.dn)} (/api/history/timeline/):\n`)
  console.log(
    formatTable(
      ['executed_at', 'arpFlood', 'descr'],
      points.map(({ executed_at, attributes: { arpFlood, descr } }) => ({ executed_at, arpFlood, descr })),
    ),
  )
}

const authorOf = (blame: unknown): string => (blame as RowBlame | undefined)?.entries[0]?.user ?? ''

/** Changes an object of the simulated fabric. */
export async function change(controlUrl: string, method: string, body: object): Promise<void> {
  const reply = await fetch(`${controlUrl}/objects`, { method, body: JSON.stringify(body) })
  if (!reply.ok) throw new Error(`${method} ${controlUrl}/objects: ${reply.status} ${await reply.text()}`)
}
