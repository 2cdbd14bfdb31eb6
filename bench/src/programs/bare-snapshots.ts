import { gunzipSync, gzipSync } from 'node:zlib'
import type { Row } from '@heddle/domain/values/row.ts'
import { changeRows, makeRows } from './result-rows.ts'

/** The floor: every result as one compressed blob, and a comparison that loads two of them and looks rows up by DN. */
export async function open({ rows: count, changes }: { readonly rows: number; readonly changes: number }) {
  const rows = makeRows(count)
  const blobs = [gzipSync(JSON.stringify(rows))]
  changeRows(rows, changes, 1)
  blobs.push(gzipSync(JSON.stringify(rows)))
  return {
    storedBytes: async () => blobs.map((blob) => blob.byteLength),
    compare: async () => {
      const startedAt = performance.now()
      const counts = compare(blobs[0]!, blobs[1]!)
      return { ms: performance.now() - startedAt, ...counts }
    },
  }
}

function compare(before: Buffer, after: Buffer) {
  const left = new Map(load(before).map((row) => [row['dn'], row]))
  const counts = { added: 0, removed: 0, changed: 0, unchanged: 0 }
  for (const row of load(after)) {
    const old = left.get(row['dn'])
    left.delete(row['dn'])
    if (old === undefined) counts.added++
    else if (Object.entries(row).every(([name, value]) => old[name] === value)) counts.unchanged++
    else counts.changed++
  }
  counts.removed = left.size
  return counts
}

const load = (blob: Buffer): Row[] => JSON.parse(gunzipSync(blob).toString('utf8')) as Row[]
