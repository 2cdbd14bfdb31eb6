import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { rfc8785Json } from '@heddle/domain/automation/canonical-json.ts'
import { changesOf } from '@heddle/simulators/controller/model/audited-changes.ts'
import { type Proven, REQUESTS, startProven } from '../../../testing/automation/start-proven.ts'

const USERS = ['ana', 'ben', 'cleo', 'dov', 'eva']
const LONG_AGO = '2025-01-01T00:00:00.000+00:00'
const BEGINNING = 'subj-[uni]/mod-1'

let app: Proven
beforeAll(async () => {
  app = await startProven()
  beginLog()
})
afterAll(() => app.stop())

const store = () => app.controller.store
const by = (user: string) => changesOf(store(), user)
const proofOf = async (id: string, query = '') => app.editor.get(`${REQUESTS}${id}/proof/${query}`)
/** A log that reaches back before everything that the tests do. */
const beginLog = () =>
  store().add('aaaModLR', BEGINNING, { affected: 'uni', ind: 'creation', user: 'installer', created: LONG_AGO })

/** A request with all rows that the query finds now, launched from its run. */
async function requested(filter = () => true as boolean): Promise<{ id: string; rows: any[] }> {
  const { body } = await app.execute(app.query)
  const found = body.results.filter(filter)
  const rows = found.map((row: any) => ({ values: { bd: row.name }, source: row }))
  const source = { type: 'saved_query', saved_query: app.query, execution: body.execution_id, row_count: rows.length }
  const nothing = { snapshot: null, snapshot_a: null, snapshot_b: null, scheduled_execution: null }
  return { id: await app.ended({ rows, source: { ...source, ...nothing } as never }), rows: found }
}

describe('a proof of rows that were changed', () => {
  it('names the right one of five users for each row, and nobody for others', async () => {
    const dn = (index: number) => `uni/tn-A/BD-many${String(index).padStart(2, '0')}`
    for (let index = 0; index < 30; index += 1) store().add('fvBD', dn(index), { name: `many${index}`, mtu: '1500' })
    by('fay').update(dn(0), { arpFlood: 'yes' })
    const { id, rows } = await requested()
    const author = (index: number) => USERS[(index * 3) % 5]!
    for (let index = 0; index < 10; index += 1) by(author(index)).update(dn(index), { mtu: '9000' })
    for (let index = 10; index < 20; index += 1) by(author(index)).delete(dn(index))
    store().update(dn(20), { mtu: '9000' })
    await app.verify(id, { expect: 'gone' })

    const { body } = await proofOf(id)

    const named = Object.fromEntries(
      body.blame.map(({ index, entries }: any) => [rows[index].dn, entries.map(({ user }: any) => user)]),
    )
    const expected = Array.from({ length: 20 }, (_, index) => [dn(index), [author(index)]])
    expect(named).toEqual({ ...Object.fromEntries(expected), [dn(20)]: [] })
    expect(body.verification.blame).toEqual({
      ...{ source: 'read', reason: null, message: null, records: 20, changed: 21, nobody: 1, unknown: 0 },
      people: USERS.map((user) => ({ user, rows: 4 })),
    })
    expect(body.blame[0].entries[0]).toMatchObject({ action: 'modified', changes: 'mtu (Old: 1500, New: 9000)' })
    for (let index = 0; index < 30; index += 1) store().delete(dn(index))
  })

  it('keeps what was read: its hash stays when the controller forgets', async () => {
    const { id } = await requested(({ name }: any = {}) => name === 'bare')
    by('ana').update('uni/tn-B/BD-bare', { mtu: '1501' })
    await app.verify(id, { expect: 'gone' })
    const first = await proofOf(id)
    for (const { dn } of [...store().ofClass('aaaModLR')]) store().delete(dn)

    const { text, body } = await proofOf(id)

    beginLog()
    expect(text).toBe(first.text)
    const { sha256, ...rest } = body
    expect(sha256).toBe(createHash('sha256').update(rfc8785Json(rest)).digest('hex'))
    expect(rest.blame[0].entries[0].user).toBe('ana')
  })

  it('says nothing in a proof of rows that are as they were, nor of a check from before', async () => {
    const { id } = await requested(({ name }: any = {}) => name === 'bare')
    await app.verify(id, { expect: 'present' })

    const { body } = await proofOf(id)

    expect(body).not.toHaveProperty('blame')
    expect(body.verification).not.toHaveProperty('blame')
    expect(body.verification.status).toBe('holds')
  })

  it('is said on the page, and with each row and in the request', async () => {
    const { id } = await requested(({ name }: any = {}) => name === 'bare' || name === 'lost')
    by('<b>').update('uni/tn-B/BD-bare', { mtu: '1502' })
    await app.verify(id, { expect: 'gone' })

    const { text } = await proofOf(id, '?format=html')
    const { body: rows } = await app.editor.get(`${REQUESTS}${id}/rows/`)
    const { body: request } = await app.editor.get(`${REQUESTS}${id}/`)

    expect(text).toContain('1 row, by the audit log of the controller: &lt;b&gt; (1 row)')
    expect(text).toMatch(/data-name="Changed by"><ul><li>&lt;b&gt;<small>modified /)
    expect(rows.results.map(({ source, blame }: any) => [source.name, blame?.entries[0].user])).toEqual([
      ['lost', undefined],
      ['bare', '<b>'],
    ])
    expect(request.verification.blame.people).toEqual([{ user: '<b>', rows: 1 }])
  })

  it('degrades in words where the account may not read the audit log', async () => {
    const { id } = await requested(({ name }: any = {}) => name === 'bare')
    by('ana').update('uni/tn-B/BD-bare', { mtu: '1503' })
    app.controller.faults.add({ kind: 'error', status: 403, code: '403', text: 'no audit rights', path: 'aaaModLR' })
    await app.verify(id, { expect: 'gone' })
    app.controller.faults.clear()

    const { body } = await proofOf(id)

    expect(body.verification).toMatchObject({
      status: 'differs',
      blame: { source: 'unavailable', message: expect.stringContaining('no audit rights'), unknown: 1, people: [] },
    })
    expect(body.blame).toEqual([{ index: 0, status: 'unknown', entries: [], more: false }])
    expect((await proofOf(id, '?format=html')).text).toContain('no audit rights')
  })

  it('says so of rows that have no DN, and does not ask the controller', async () => {
    const steps = [{ id: 'pick', type: 'select', config: { columns: ['name', 'mtu'] } }]
    const query = await app.save({ nodes: [{ id: 'bd', class_name: 'fvBD' }], post_processors: steps })
    const id = await app.ended({
      rows: [{ values: { bd: 'bare' }, source: { name: 'bare', mtu: '1' } }],
      selection: app.selectionOf({ savedQuery: query }),
    })
    const asked = app.controller.requests.filter(({ path }) => path.includes('aaaModLR')).length
    await app.verify(id, { expect: 'gone', by: ['name'] })

    const { verification, blame } = (await proofOf(id)).body

    expect(verification.blame).toMatchObject({ reason: 'no_dn', message: expect.stringContaining('dn'), unknown: 1 })
    expect(blame).toMatchObject([{ index: 0, status: 'unknown' }])
    expect(app.controller.requests.filter(({ path }) => path.includes('aaaModLR'))).toHaveLength(asked)
  })

  it('reads from the later capture on, for rows of a comparison', async () => {
    const { id: a } = await app.captured(app.query)
    by('ana').update('uni/tn-B/BD-bare', { mtu: '1504' })
    const { id: b } = await app.captured(app.query)
    const source = { dn: 'uni/tn-B/BD-bare', className: 'fvBD', name: 'bare', mtu: '1504', arpFlood: 'yes' }
    const of = { type: 'compare', saved_query: app.query, snapshot_a: a, snapshot_b: b, row_count: 1 }
    const id = await app.ended({
      rows: [{ values: { bd: 'bare' }, source: { ...source, change: 'changed', 'before.mtu': '1503' } }],
      source: { ...of, snapshot: null, execution: null, scheduled_execution: null } as never,
    })
    by('ben').update('uni/tn-B/BD-bare', { mtu: '1505' })
    await app.verify(id, { expect: 'gone' })

    const { body } = await proofOf(id)

    expect(body.blame.map(({ entries }: any) => entries.map(({ user }: any) => user))).toEqual([['ben']])
  })
})
