import { afterAll, beforeAll, expect, it } from 'vitest'
import type { GivenUp } from '../../platform/jobs/jobs.ts'
import { soon } from '../../testing/executions/background.ts'
import { BRIDGE_DOMAINS, type Snapshots, startSnapshots } from '../../testing/snapshots/start-snapshots.ts'
import { type AdvanceParts, listenToChecks } from './advance-change.ts'

const CHANGES = '/api/history/changes/'
const GIVEN_UP = 'The server stopped or failed several times at it. Its log says why.'

let app: Snapshots
beforeAll(async () => {
  app = await startSnapshots()
})
afterAll(() => app.stop())

const get = async (id: string) => (await app.editor.get(`${CHANGES}${id}/`)).body
const until = (id: string, status: string) => soon(async () => (await get(id)).status).toBe(status)

async function openWindow(): Promise<string> {
  const queries = [
    await app.save({ ...BRIDGE_DOMAINS, name: 'one' }),
    await app.save({ ...BRIDGE_DOMAINS, name: 'two' }),
  ]
  const body = { name: 'Given up', saved_queries: queries, controller_connection: app.connection }
  const { body: window } = await app.editor.post(CHANGES, body)
  await until(window.id, 'open')
  return window.id
}

/** What the job does after five attempts, or two deaths. */
async function giveUp(id: string): Promise<void> {
  const { database, logger, clock, jobs } = app.app.app.platform
  let handler: (payload: { change_id: string }, end: GivenUp) => Promise<void>
  const registering = {
    ...jobs,
    register: (_job: unknown, _work: unknown, options: { onGivenUp: typeof handler }) => {
      handler = options.onGivenUp
    },
  }
  listenToChecks({
    ...{ database, logger, clock, jobs: registering, events: { onRaised: () => undefined } },
    audit: { record: async () => undefined },
    launchedBetween: async () => ({ requests: [], byHand: [] }),
  } as unknown as AdvanceParts)
  await handler!({ change_id: id }, { setAside: true })
}

/** As far as a window gets whose captures fail again and again. */
const stuck = (id: string, status: string, captured: number) =>
  app.sql(
    `with stuck as (update change_windows set status = $2, closed_by = 'editor' where id = $1)
     update change_queries set after = case when position < $3 then before end,
       before = case when $2 = 'closing' or position < $3 then before end where change_id = $1`,
    [id, status, captured],
  )

it('a window that is given up while it opens keeps what was captured, and says why the rest was not', async () => {
  const id = await openWindow()
  await stuck(id, 'opening', 1)

  await giveUp(id)

  const { status, queries } = await get(id)
  expect(status).toBe('open')
  expect(queries.map(({ before }: any) => before.reason)).toEqual([null, GIVEN_UP])
})

it('one of which nothing was captured has failed', async () => {
  const id = await openWindow()
  await stuck(id, 'opening', 0)

  await giveUp(id)

  expect(await get(id)).toMatchObject({
    status: 'failed',
    reason: `None of the queries could be captured: ${GIVEN_UP}`,
    can_close: false,
  })
})

it('one that is given up while it closes is closed, with a report that says what it lacks', async () => {
  const id = await openWindow()
  await stuck(id, 'closing', 1)

  await giveUp(id)

  expect((await get(id)).status).toBe('closed')
  const { body } = await app.editor.get(`${CHANGES}${id}/report/`)
  expect(body.queries.map(({ reason }: any) => reason)).toEqual([GIVEN_UP, GIVEN_UP])
  expect(body.queries.map(({ snapshot_b: after }: any) => after)).toEqual([expect.any(String), null])
})
