import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MINUTE } from '../../kernel/durations.ts'
import { backgroundOf, soon, TENANTS } from '../../testing/executions/background.ts'
import type { Client } from '../../testing/start-test-app.ts'
import { createManualClock } from '../../testing/manual-clock.ts'
import { addSmallFabric } from '../../testing/small-fabric.ts'
import { QUERIES, type Runs, startRuns } from '../../testing/start-runs.ts'

const clock = createManualClock(new Date())
let runs: Runs
let background: ReturnType<typeof backgroundOf>
let usual: string
beforeAll(async () => {
  runs = await startRuns({ clock })
  addSmallFabric(runs.controller.store)
  background = backgroundOf(runs)
  usual = await runs.save(TENANTS)
})
afterAll(() => runs.stop())

const ofRun = (execution: string) =>
  expect.objectContaining({ data: expect.objectContaining({ execution_id: execution }) })

/** A socket that has heard of a run: from then on it hears of each. */
async function listening(client: Client) {
  const socket = await background.listenToAll(client)
  await soon(async () => {
    await runs.execute(usual)
    return socket.frames.length
  }).toBeGreaterThan(0)
  return socket
}

describe('the channel of the runs of all', () => {
  it('reports each run that ends, no matter who started it and how', async () => {
    const query = await runs.save(TENANTS)
    await runs.editor.patch(`${QUERIES}${query}/`, { expect: { rows: { max: 1 } } })
    const viewer = await listening(await runs.app.userOf('viewer'))
    const admin = await listening(runs.app.admin)

    const inBackground = await background.start(query)
    const { body } = await runs.execute(query)

    for (const { frames } of [viewer, admin])
      await soon(() => frames).toEqual(expect.arrayContaining([inBackground, body.execution_id].map(ofRun)))
    expect(viewer.frames.find(({ data }) => data['execution_id'] === inBackground)).toEqual({
      type: 'run_ended',
      data: {
        execution_id: inBackground,
        saved_query: query,
        controller_connection: runs.connection,
        trigger: 'background',
        status: 'success',
        cancelled: false,
        row_count: 2,
        duration_ms: expect.any(Number),
        expectation: 'failed',
      },
    })
    viewer.close()
    admin.close()
  })

  it('reports runs that fail or are cancelled', async () => {
    const socket = await listening(runs.editor)
    const hanging = runs.controller.faults.add({ kind: 'hang' })
    const execution = await background.start(await runs.save(TENANTS))
    await soon(() => hanging.struck).toBe(1)

    await background.cancel(execution)

    await soon(() => socket.frames).toContainEqual(ofRun(execution))
    expect(socket.frames.at(-1)!.data).toMatchObject({ status: 'failure', cancelled: true, expectation: null })
    runs.controller.faults.clear()
    socket.close()
  })

  it('is closed to those who may not see logs', async () => {
    expect(await (await background.listenToAll(await runs.app.userOf(undefined))).closed).toBe(4003)
  })

  it('closes for those who may no longer see them, a minute later at most', async () => {
    const user = await runs.app.userOf('viewer')
    const socket = await listening(user)
    await runs.app.app.platform.database.pool.query('delete from group_members where user_id = $1', [user.id])
    await clock.leap(2 * MINUTE)

    const execution = await background.start(await runs.save(TENANTS))

    expect(await socket.closed).toBe(4003)
    expect(socket.frames).not.toContainEqual(ofRun(execution))
  })
})
