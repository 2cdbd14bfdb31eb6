import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { soon } from '../../../testing/executions/background.ts'
import { type Proven, REQUESTS, rowOf, startProven } from '../../../testing/automation/start-proven.ts'
import { QUERIES } from '../../../testing/start-runs.ts'
import { users } from '../../users/index.ts'

let app: Proven
beforeAll(async () => {
  app = await startProven()
})
afterAll(() => app.stop())

const GONE = { expect: 'gone' } as const
const checked = async (id: string) => {
  await soon(async () => (await app.checksOf(id)).at(-1)?.status).not.toBe('pending')
  return (await app.checksOf(id)).at(-1)!
}

describe('a check', () => {
  it('runs the query of the source again and judges each row', async () => {
    const id = await app.ended({ rows: [rowOf('bare'), rowOf('deleted')] })

    const { status, body } = await app.verify(id, GONE)

    expect(status).toBe(200)
    expect(body.verification).toEqual({
      status: 'differs',
      expect: 'gone',
      by: ['dn'],
      execution: expect.any(String),
      checked_at: expect.any(String),
      rows: [
        { index: 0, holds: false },
        { index: 1, holds: true },
      ],
      error: null,
      // The rows of this request say no run that they are from.
      blame: expect.objectContaining({ reason: 'no_run', changed: 1, unknown: 1 }),
    })
    expect(await app.log(body.verification.execution)).toMatchObject({
      saved_query: app.query,
      controller_connection: app.connection,
      status: 'success',
    })
  })

  it('applies the filter again, and replaces the check before', async () => {
    const id = await app.ended({ selection: app.selectionOf({ filter: 'mtu < 9000' }) })
    await app.verify(id, GONE)
    app.controller.store.update('uni/tn-B/BD-bare', { mtu: '9000' })

    const { body } = await app.verify(id, { ...GONE, by: ['name'] })

    app.controller.store.update('uni/tn-B/BD-bare', { mtu: '1500' })
    expect(body.verification).toMatchObject({ status: 'holds', by: ['name'] })
    expect(body.verifications).toMatchObject([{ status: 'differs', by: ['dn'] }])
  })

  it('waits for the end of a request that has not ended', async () => {
    const id = await app.request()

    const early = await app.verify(id, GONE)
    const again = await app.verify(id, { expect: 'present' })

    expect(early).toMatchObject({
      status: 202,
      body: { verification: { status: 'pending', rows: [], execution: null } },
    })
    expect(again.body.verifications).toEqual([])
    await app.end(id)
    expect(await checked(id)).toMatchObject({ status: 'holds', expect: 'present' })
  })

  it('waits as long as it is asked to', async () => {
    const id = await app.ended()

    const { status } = await app.verify(id, { ...GONE, wait_seconds: 1 })

    expect(status).toBe(202)
    expect(await checked(id)).toMatchObject({ status: 'differs' })
  })

  it('waits in the turn of the user who asked for the request', async () => {
    const id = await app.ended()

    await app.verify(id, { ...GONE, wait_seconds: 600 })

    const lanes = await app.sql(
      `select group_id as lane from heddle_jobs.job where name = 'verify-automation-request' and state = 'created'`,
    )
    expect(lanes).toEqual([{ lane: expect.stringMatching(/^[gu]\d+\/\d+$/) }])
    await app.sql(`delete from heddle_jobs.job where name = 'verify-automation-request' and state = 'created'`)
  })

  it('of a launch begins when the request has ended, whatever became of it', async () => {
    const id = await app.request({ verify: GONE })
    expect(await app.checksOf(id)).toMatchObject([{ status: 'pending' }])

    await app.end(id, 'failed')

    expect(await checked(id)).toMatchObject({ status: 'differs' })
  })

  it('runs the version that gave the rows, not the current one', async () => {
    const query = await app.save({ nodes: [{ id: 'bd', class_name: 'fvBD', properties: ['name'] }] })
    await app.editor.patch(`${QUERIES}${query}/`, {
      nodes: [{ id: 't', class_name: 'fvTenant', properties: ['name'] }],
    })
    const id = await app.ended({ selection: app.selectionOf({ savedQuery: query }) })

    const { body } = await app.verify(id, { expect: 'present' })

    expect(body.verification.status).toBe('holds')
    expect(await app.log(body.verification.execution)).toMatchObject({ saved_query_version: '1' })
  })
})

describe('a check that cannot run', () => {
  it.each([
    ['the query is gone', { savedQuery: randomUUID() }, 'The saved query was deleted.'],
    ['the connection is gone', { controllerConnection: randomUUID() }, 'The controller connection was deleted.'],
    ['the version is gone', { savedQueryVersion: 9 }, 'Version 9 of the saved query is no longer kept.'],
  ])('has failed when %s', async (_, selection, error) => {
    const id = await app.ended({ selection: app.selectionOf(selection) })

    const { body } = await app.verify(id, GONE)

    expect(body.verification).toMatchObject({ status: 'failed', error, rows: [], execution: null })
  })

  it('is set aside after two processes died at it', async () => {
    const id = await app.ended()
    await app.verify(id, { ...GONE, wait_seconds: 600 })
    await app.sql(
      `update heddle_jobs.job set data = data || '{"deaths": 2}', start_after = now()
       where name = 'verify-automation-request' and state = 'created'`,
    )

    expect(await checked(id)).toMatchObject({
      status: 'failed',
      error: 'The server stopped or failed twice during this check.',
      execution: null,
    })
  })

  it('has failed with the words of the run', async () => {
    const id = await app.ended({
      selection: app.selectionOf({ controllerConnection: await app.connect({ password: 'wrong' }) }),
    })

    const { verification } = (await app.verify(id, GONE)).body

    const log = await app.log(verification.execution)
    expect(verification).toMatchObject({ status: 'failed', error: log.error_message, rows: [] })
  })

  it('has failed when its requester may no longer run queries, or is gone', async () => {
    const nobody = await app.app.userOf(undefined)
    const id = await app.ended({ userId: nobody.id, username: 'ada' })
    expect((await app.verify(id, GONE, app.app.admin)).body.verification).toMatchObject({
      error: expect.stringMatching(/may no longer run queries\.$/),
    })

    await app.db.delete(users).where(eq(users.id, nobody.id))
    expect((await app.verify(id, GONE, app.app.admin)).body.verification).toMatchObject({
      status: 'failed',
      error: 'The account of ada was deleted or deactivated.',
    })
  })
})

describe('asking for a check', () => {
  it('is refused without a source, to others, and without a request', async () => {
    const sent = await app.ended({ source: null, selection: null, rows: [{ values: {}, source: null }] })
    const nobody = await app.app.userOf(undefined)

    expect(await app.verify(sent, GONE)).toMatchObject({ status: 409, body: { code: 'no_source' } })
    expect((await app.verify(sent, GONE, nobody)).status).toBe(403)
    expect((await app.verify(randomUUID(), GONE)).status).toBe(404)
    expect((await app.editor.post(`${REQUESTS}x/verify/`, GONE)).status).toBe(404)
  })

  it('lists everything that is wrong with the body', async () => {
    const id = await app.ended()

    expect(await app.verify(id, { by: [], wait_seconds: -1 })).toMatchObject({
      status: 400,
      body: { expect: [expect.any(String)], by: [expect.any(String)], wait_seconds: [expect.any(String)] },
    })
    expect(await app.verify(id, { ...GONE, by: ['name', 'scope'] })).toMatchObject({
      status: 400,
      body: { by: ["scope: expected a column that the source's query gives."] },
    })
  })

  it('is in the audit log', async () => {
    const id = await app.ended()
    await app.verify(id, GONE)

    const entries = await app.sql(
      `select description, content from audit_entries where action = 'request_verify' and target_id = $1`,
      [id],
    )
    expect(entries).toMatchObject([{ description: 'A check of the request from "Remove domains" was asked for' }])
  })
})
