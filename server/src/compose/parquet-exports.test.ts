import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readParquet } from '../testing/read-parquet.ts'
import { EXPORT } from '../testing/snapshots/history-app.ts'
import { BRIDGE_DOMAINS, SNAPSHOTS, type Snapshots, startSnapshots } from '../testing/snapshots/start-snapshots.ts'
import type { Client } from '../testing/start-test-app.ts'
import { LOGS } from '../testing/start-runs.ts'

const folder = mkdtempSync(join(tmpdir(), 'parquet-exports-'))
let app: Snapshots
let viewer: Client
beforeAll(async () => {
  app = await startSnapshots()
  viewer = await app.app.userOf('viewer')
})
afterAll(async () => {
  await app.stop()
  rmSync(folder, { recursive: true })
})

const bytesOf = (path: string, client: Client = app.editor): Promise<Response> =>
  fetch(`${app.app.url}${path}`, {
    headers: { authorization: `Bearer ${(client as Client & { access: string }).access}` },
  })

/** What DuckDB reads of the file at the address. */
async function parquetOf(path: string, name = 'rows') {
  const reply = await bytesOf(path)
  expect(reply.status).toBe(200)
  expect(reply.headers.get('content-type')).toBe('application/vnd.apache.parquet')
  expect(reply.headers.get('content-disposition')).toMatch(/^attachment; filename="[\w.-]+\.parquet"$/)
  writeFileSync(join(folder, `${name}.parquet`), Buffer.from(await reply.arrayBuffer()))
  return readParquet(join(folder, `${name}.parquet`))
}

/** Bridge domains, how many there are of each MTU, and of which; null where the fabric says nothing. */
const MTUS = {
  ...BRIDGE_DOMAINS,
  post_processors: [{ type: 'group', config: { by: ['mtu'], aggregates: [{ function: 'count', as: 'domains' }] } }],
}

describe('a Parquet file', () => {
  it('of a run has its rows, with the types that its steps gave them', async () => {
    const { execution_id: id } = await app.run(MTUS)
    const { body } = await app.editor.get(`${LOGS}${id}/`)
    expect(body.results.length).toBeGreaterThan(1)

    const { types, rows } = await parquetOf(`${LOGS}${id}/results/?format=parquet`)

    expect(types).toEqual({ mtu: 'VARCHAR', domains: 'BIGINT' })
    expect(rows.map(({ mtu, domains }) => ({ mtu, domains: Number(domains) }))).toEqual(body.results)
  })

  it('of a capture also says when it is from and of which fabric, so that many are one table', async () => {
    const query = await app.save(BRIDGE_DOMAINS)
    const [first, second] = [await app.captured(query), await app.captured(query)]

    const { rows } = await parquetOf(`${SNAPSHOTS}${first.id}/results/?format=parquet`, 'capture-1')
    await parquetOf(`${SNAPSHOTS}${second.id}/results/?format=parquet`, 'capture-2')

    const detail = await app.detail(first.id)
    const constants = {
      '@captured_at': new Date(detail.captured_at),
      '@controller': detail.controller_connection_name,
    }
    expect(detail.rows).toHaveLength(5)
    expect(rows).toEqual(detail.rows.map((row: object) => ({ ...constants, ...row })))
    const counted = await readParquet(
      join(folder, 'capture-*.parquet'),
      'select "@captured_at" as instant, count(*)::int as n from rows group by all order by all',
    )
    expect(counted.rows).toEqual([first, second].map(({ captured_at: at }) => ({ instant: new Date(at), n: 5 })))
  })

  it('of a comparison has a row for each change, whose values are JSON', async () => {
    const query = await app.save(BRIDGE_DOMAINS)
    const a = await app.captured(query)
    app.controller.store.update('uni/tn-A/BD-web', { mtu: '1400' })
    app.controller.store.add('fvBD', 'uni/tn-B/BD-new', { name: 'new', mtu: '9000', arpFlood: 'no' })
    const b = await app.captured(query)

    const { types, rows } = await parquetOf(`${EXPORT}?a=${a.id}&b=${b.id}&format=parquet`)

    expect(types).toEqual({ change: 'VARCHAR', dn: 'VARCHAR', field: 'VARCHAR', before: 'JSON', after: 'JSON' })
    const added = { dn: 'uni/tn-B/BD-new', className: 'fvBD', name: 'new', mtu: '9000', arpFlood: 'no' }
    expect(rows.map((row) => ({ ...row, after: JSON.parse(row['after'] as string) as unknown }))).toEqual([
      { change: 'added', dn: added.dn, field: null, before: null, after: added },
      { change: 'changed', dn: 'uni/tn-A/BD-web', field: 'mtu', before: '"9000"', after: '1400' },
    ])
    const same = await parquetOf(`${EXPORT}?a=${a.id}&b=${a.id}&format=parquet`)
    expect(same).toEqual({ types, rows: [] })
  })

  it('is refused and recorded as the other formats are', async () => {
    const { execution_id: id } = await app.run(BRIDGE_DOMAINS)

    expect((await bytesOf(`${LOGS}${id}/results/?format=parquet`, viewer)).status).toBe(403)
    expect((await bytesOf(`${LOGS}${id}/results/?format=parquet`)).status).toBe(200)

    const { body } = await app.app.admin.get('/api/audit/logs/?action=results_export')
    expect(body.results[0]).toMatchObject({ target_id: id, metadata: { format: 'parquet', row_count: 6 } })
  })
})
