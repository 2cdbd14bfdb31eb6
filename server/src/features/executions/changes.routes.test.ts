import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Snapshots, startSnapshots } from '../../testing/snapshots/start-snapshots.ts'
import { QUERIES } from '../../testing/start-runs.ts'

let app: Snapshots
beforeAll(async () => {
  app = await startSnapshots()
})
afterAll(() => app.stop())

const NODES = [{ id: 'bd', class_name: 'fvBD', properties: ['name', 'mtu'] }]
const NONE = { added: { max: 0 }, removed: { max: 0 }, changed: { max: 0 } }
const WEB = 'uni/tn-A/BD-web'
const NEW = 'uni/tn-A/BD-new'
/** A saved query that expects something. */
async function expecting(expected: object) {
  const query = await app.save({ nodes: NODES })
  await change(query, { expect: expected })
  return query
}
const change = (query: string, body: object) => app.editor.patch(`${QUERIES}${query}/`, body)
const store = () => app.controller.store
const findingsOf = async (execution: string) =>
  (await app.editor.get(`/api/queries/execution-logs/${execution}/findings/`)).body.results

/** A captured query, with the fabric changed afterwards. */
async function changedSince(parts: object) {
  store().update(WEB, { mtu: '1500' })
  const query = await app.save({ nodes: NODES, ...parts })
  const snapshot = await app.captured(query)
  store().update(WEB, { mtu: '9000' })
  store().add('fvBD', NEW, { name: 'new', mtu: '1500' })
  return { query, snapshot }
}

describe('what is expected of changes', () => {
  it('is judged by the snapshot before the run', async () => {
    const { query, snapshot } = await changedSince({ expect: { changes: NONE } })

    const { body } = await app.execute(query)

    expect(body.expectation).toMatchObject({ status: 'failed', findings: 2 })
    expect(body.expectation.reason).toBe(
      `1 row added since ${snapshot.captured_at}, expected at most 0; 1 row changed since ${snapshot.captured_at}, expected at most 0`,
    )
    expect((await findingsOf(body.execution_id)).map(({ resource, reason }: any) => [resource, reason])).toEqual([
      [NEW, `Added since ${snapshot.captured_at}`],
      [WEB, `Changed since ${snapshot.captured_at}: mtu 1500 → 9000`],
    ])
    store().delete(NEW)
  })

  it('lets through what may change', async () => {
    const { query } = await changedSince({ expect: { changes: { removed: { max: 0 }, changed: { max: 1 } } } })

    expect((await app.execute(query)).body.expectation).toMatchObject({ status: 'passed', reason: null })
    store().delete(NEW)
  })

  it('is judged by a snapshot that is named, although there is a newer one', async () => {
    const { query, snapshot } = await changedSince({})
    await app.captured(query)
    await change(query, { expect: { changes: NONE, against: snapshot.id } })

    expect((await app.execute(query)).body.expectation).toMatchObject({ status: 'failed', findings: 2 })

    await change(query, { expect: { changes: NONE } })
    expect((await app.execute(query)).body.expectation.status).toBe('passed')
    store().delete(NEW)
  })

  it('does not apply without a snapshot of the query on the connection', async () => {
    const query = await expecting({ changes: NONE })

    expect((await app.execute(query)).body.expectation).toMatchObject({
      status: 'not_applicable',
      reason: 'No snapshot of this query was captured before this run.',
    })
    const other = await app.captured(await app.save({ nodes: NODES }))
    await change(query, { expect: { changes: NONE, against: other.id } })
    expect((await app.execute(query)).body.expectation).toMatchObject({
      status: 'not_applicable',
      reason: `This query has no snapshot ${other.id} of this connection.`,
    })
  })

  it('compares the rows of a run as of an instant with the snapshot before theirs', async () => {
    const { query, snapshot } = await changedSince({ expect: { changes: NONE } })
    const later = await app.captured(query)
    store().delete(NEW)

    const [first, second] = await Promise.all(
      [snapshot, later].map(async ({ captured_at: as_of }) => (await app.execute(query, { as_of })).body.expectation),
    )

    expect(first.status).toBe('not_applicable')
    expect(second).toMatchObject({ status: 'failed', findings: 2 })
  })

  it('is judged for each controller in a merged run', async () => {
    const other = await app.connect({ name: 'West' })
    const merged = { merge: true, controller_connections: [app.connection, other] }
    store().update(WEB, { mtu: '1500' })
    const query = await expecting({ changes: NONE })
    await app.captured(query, merged)
    store().update(WEB, { mtu: '9000' })

    const { body } = await app.execute(query, merged)

    // Both connections read the same fabric.
    expect(body.expectation).toMatchObject({ status: 'failed', findings: 2 })
  })

  it('ends the run when rows of the snapshot are lost', async () => {
    const { query, snapshot } = await changedSince({ expect: { changes: NONE } })
    await app.sql(
      `delete from lineage_chunks where lineage_id = (select lineage_id from snapshots where id = $1)
         and id <> all (select manifest_id from snapshots)`,
      [snapshot.id],
    )

    expect((await app.execute(query)).body).toMatchObject({ status: 'failure', expectation: null })
    store().delete(NEW)
  })

  it('needs the right to see snapshots', async () => {
    const { query } = await changedSince({ expect: { changes: NONE } })
    const user = await app.app.userOf(undefined)
    await app.app.admin.post(`/api/auth/management/${user.id}/add_permissions/`, {
      permissions: ['queries.view_savedquery', 'queries.execute_savedquery'],
    })

    const { status, body } = await user.post(`/api/queries/saved-queries/${query}/execute/`, {})

    expect([status, body.permission]).toEqual([403, 'history.view_snapshot'])
    store().delete(NEW)
  })
})

describe('a lookup in an earlier capture', () => {
  const lookup = (saved_query: string, config: object) => ({
    post_processors: [
      {
        id: 'then',
        type: 'lookup',
        config: { saved_query, on: { dn: 'dn' }, columns: ['mtu'], prefix: 'then', ...config },
      },
      { id: 'grown', type: 'compute', config: { as: 'by', expression: 'int(mtu) - int(row["then.mtu"])' } },
    ],
  })
  const rowOf = (body: any) => body.results.find(({ dn }: any) => dn === WEB)

  it('gives what has grown since', async () => {
    const { query, snapshot } = await changedSince({})
    const growth = await app.save({ nodes: NODES, ...lookup(query, { as_of: 'previous' }) })

    const { body } = await app.execute(growth)

    expect(rowOf(body)).toMatchObject({ mtu: '9000', 'then.mtu': '1500', by: 7_500 })
    // Rows without a match are left out.
    expect(body.results.map(({ dn }: any) => dn)).not.toContain(NEW)
    expect(body.generated_query).toContain('as captured before this run')
    await app.captured(query)
    expect(rowOf((await app.execute(growth)).body).by).toBe(0)
    await change(growth, lookup(query, { as_of: snapshot.captured_at }))
    expect(rowOf((await app.execute(growth)).body).by).toBe(7_500)
    store().delete(NEW)
  })

  it('may name an instant before now', async () => {
    const { query } = await changedSince({})
    const growth = await app.save({ nodes: NODES, ...lookup(query, { as_of: '{{now-1h}}' }) })

    const { status, body } = await app.execute(growth)

    expect([status, body.status, body.reason]).toEqual([200, 'failure', 'no_capture'])
    expect(body.error_message).toMatch(/^Connection ".*": lookup: no snapshot of ".*" was captured by 20.*\.$/)
    store().delete(NEW)
  })

  it('matches nothing with a warning if rows without a match are kept', async () => {
    const other = await app.save({ nodes: NODES, name: 'Never captured' })
    const growth = await app.save({ nodes: NODES, ...lookup(other, { as_of: 'previous', join: 'left' }) })

    const { body } = await app.execute(growth)

    expect(body).toMatchObject({ status: 'success', row_count: 5 })
    expect(body.warnings).toContain(
      'lookup: no snapshot of "Never captured" was captured before this run: no row has a match',
    )
  })

  it('reads each row from its own connection in a merged run', async () => {
    const other = await app.connect({ name: 'North' })
    const merged = { merge: true, controller_connections: [app.connection, other] }
    const { query } = await changedSince({})
    const growth = await app.save({ nodes: NODES, ...lookup(query, { as_of: 'previous' }) })

    const failed = (await app.execute(growth, merged)).body
    await app.captured(query, { controller_connection: other })
    const { body } = await app.execute(growth, merged)

    expect([failed.status, failed.reason]).toEqual(['failure', 'no_capture'])
    const rows = body.results.filter(({ dn }: any) => dn === WEB)
    expect(rows.map(({ by }: any) => by).toSorted()).toEqual([0, 7_500])
    store().delete(NEW)
  })

  it.each([
    ['yesterday', 'post_processors.0.config.as_of'],
    ['2026-13-01T00:00:00Z', 'post_processors.0.config.as_of'],
  ])('of %s is a fault', async (as_of, path) => {
    const other = await app.save({ nodes: NODES })
    const query = await app.save({ nodes: NODES, ...lookup(other, { as_of }) })

    const { status, body } = await app.execute(query)

    expect(status).toBe(400)
    expect(body.errors).toMatchObject([{ code: 'bad_post_processor_config', step_id: 'then', path }])
  })
})
