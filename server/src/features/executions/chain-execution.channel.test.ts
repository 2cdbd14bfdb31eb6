import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { HOUR, SECOND } from '../../kernel/durations.ts'
import { timestamp } from '../../kernel/instants.ts'
import { createManualClock } from '../../testing/manual-clock.ts'
import { addSmallFabric } from '../../testing/small-fabric.ts'
import { backgroundOf, type ReceivedFrame, soon, TENANTS } from '../../testing/executions/background.ts'
import { CONNECTIONS, type Drawing, type Runs, startRuns } from '../../testing/start-runs.ts'

const clock = createManualClock(new Date())
let runs: Runs
let background: ReturnType<typeof backgroundOf>
beforeAll(async () => {
  runs = await startRuns({ clock })
  addSmallFabric(runs.controller.store)
  // Cancelled requests may finish: those that hang keep no run waiting.
  await runs.app.admin.patch(`${CONNECTIONS}${runs.connection}/`, { max_parallel_requests: 32 })
  background = backgroundOf(runs)
})
afterAll(() => runs.stop())
afterEach(() => runs.controller.faults.clear())

const JOINED: Drawing = {
  nodes: [TENANTS.nodes[0]!, { id: 'bd', class_name: 'fvBD', properties: ['name'] }],
  edges: [{ id: 'e', source: 't', target: 'bd' }],
}
const sql = (text: string, values: unknown[] = []) => runs.app.app.platform.database.pool.query(text, values)
const streams = () => runs.app.app.platform.shared.streams
const keyOf = (execution: string) => `run:${execution}`
const OF_TENANTS = (execution: string) => [
  { type: 'node_start', data: { node_id: 't', class_name: 'fvTenant' } },
  { type: 'node_result', data: { node_id: 't', row_count: 2 } },
  { type: 'node_complete', data: { node_id: 't', duration_ms: expect.any(Number) } },
  {
    type: 'execution_complete',
    data: { status: 'success', total_rows: 2, results_url: `/api/queries/execution-logs/${execution}/` },
  },
]
/** A run that takes long, on a busy machine, also says how far it is. */
const milestones = ({ frames }: { readonly frames: readonly ReceivedFrame[] }) =>
  frames.filter(({ type }) => type !== 'node_progress')
const CANCELLED = { type: 'execution_failed', data: { error: 'cancelled', failed_node: null } }

/** A run whose controller does not answer, after its first frame was sent. */
async function startHanging(): Promise<string> {
  runs.controller.faults.add({ kind: 'hang' })
  const execution = await background.start(await runs.save(TENANTS))
  await soon(() => streams().read(keyOf(execution))).toHaveLength(1)
  return execution
}

describe('the channel of a run', () => {
  it('sends a late client every frame in order and closes with 1000', async () => {
    const execution = await background.start(await runs.save(TENANTS))
    await background.ended(execution)

    const socket = await background.listen(execution)

    expect(await socket.closed).toBe(1000)
    expect(milestones(socket)).toEqual(OF_TENANTS(execution))
  })

  it('replays past frames, continues live and ends with the run', async () => {
    const execution = await startHanging()
    const socket = await background.listen(execution)
    await soon(socket.types).toEqual(['node_start'])

    await background.cancel(execution)

    expect(await socket.closed).toBe(1000)
    expect(socket.frames).toEqual([OF_TENANTS(execution)[0], CANCELLED])
  })

  it('reports every node of a join, and the node where a run failed', async () => {
    const good = await background.start(await runs.save(JOINED))
    runs.controller.faults.add({ kind: 'error', status: 400, code: '1', text: 'odd', path: 'fvCtx' })
    const bad = await background.start(await runs.save({ nodes: [{ id: 'vrf', class_name: 'fvCtx' }] }))
    const [joined, failed] = [await background.listen(good), await background.listen(bad)]

    await Promise.all([joined.closed, failed.closed])

    const nodesOf = (type: string) =>
      joined.frames.filter((frame) => frame.type === type).map(({ data }) => data.node_id)
    for (const type of ['node_start', 'node_result', 'node_complete']) expect(nodesOf(type).sort()).toEqual(['bd', 't'])
    expect(failed.frames).toEqual([
      { type: 'node_start', data: { node_id: 'vrf', class_name: 'fvCtx' } },
      { type: 'execution_failed', data: { error: expect.stringContaining('odd'), failed_node: 'vrf' } },
    ])
  })

  it('sends the same frames to any number of clients', async () => {
    const execution = await background.start(await runs.save(TENANTS))
    const sockets = await Promise.all([1, 2, 3].map(() => background.listen(execution)))

    for (const socket of sockets) {
      expect(await socket.closed).toBe(1000)
      expect(milestones(socket)).toEqual(OF_TENANTS(execution))
    }
  })

  it('says when each frame happened, not when it was sent to a late client', async () => {
    const early = await startHanging()
    const startedAt = timestamp(clock.now())
    await clock.advance(5 * SECOND)
    const cancelledAt = timestamp(clock.now())
    await background.cancel(early)
    await background.ended(early)
    await clock.advance(5 * SECOND)

    const late = await background.listen(early)
    await late.closed

    expect(late.types()).toEqual(['node_start', 'execution_failed'])
    expect(late.timestamps).toEqual([startedAt, cancelledAt])
  })

  it('is rebuilt from the stored run when the cache has lost it', async () => {
    const execution = await background.start(await runs.save(TENANTS))
    await background.ended(execution)
    await streams().append(keyOf(execution), {}, { ttlMs: 1, maxLength: 1 })
    await clock.leap(10)
    await soon(() => streams().read(keyOf(execution))).toEqual([])

    const socket = await background.listen(execution)

    expect(await socket.closed).toBe(1000)
    expect(milestones(socket)).toEqual(OF_TENANTS(execution))
    const { stages, finished_at } = await background.pipelineOf(execution)
    expect([socket.timestamps[0], socket.timestamps.at(-1)]).toEqual([stages[0].started_at, finished_at])
  })

  it('fills in frames that the cache lost and sends none twice', async () => {
    const execution = await startHanging()
    await streams().append(
      keyOf(execution),
      { attempt: 1, ...OF_TENANTS(execution)[0] },
      { ttlMs: HOUR, maxLength: 100 },
    )
    const socket = await background.listen(execution)
    await soon(socket.types).toEqual(['node_start'])
    await sql(`update executions set status = 'success', row_count = 2 where id = $1`, [execution])
    const stage = {
      index: 0,
      type: 'fetch',
      name: 'fvTenant',
      node_id: 't',
      status: 'success',
      output_rows: 2,
      started_at: 1,
      duration_ms: 7,
    }
    await sql(`update pipeline_executions set status = 'success', stages = $2 where execution_id = $1`, [
      execution,
      JSON.stringify([stage]),
    ])

    await clock.advance(10 * SECOND)

    expect(await socket.closed).toBe(1000)
    expect(milestones(socket)).toEqual(OF_TENANTS(execution))
  })

  it('reports the nodes again when a run is claimed again, and drops frames of the process that lost it', async () => {
    const execution = await startHanging()
    const [start, result] = OF_TENANTS(execution)
    const tell = (frame: object) => streams().append(keyOf(execution), frame, { ttlMs: HOUR, maxLength: 100 })
    await tell({ attempt: 2, ...start })
    await tell({ attempt: 1, ...result })
    await tell({ attempt: 2, type: 'node_progress', data: { node_id: 't', rows: 1, total: 2 } })

    const socket = await background.listen(execution)

    await soon(socket.types).toEqual(['node_start', 'node_start', 'node_progress'])
    await background.cancel(execution)
    await socket.closed
  })

  it('works for runs started by execute, too', async () => {
    const { execution_id } = await runs.run(TENANTS)

    const socket = await background.listen(execution_id)

    expect(await socket.closed).toBe(1000)
    expect(socket.frames).toEqual(OF_TENANTS(execution_id))
  })

  it('closes for a run that never started', async () => {
    const others: string[] = []
    for (let run = 0; run < 3; run++) others.push(await startHanging())
    const execution = await background.start(await runs.save(TENANTS))
    const socket = await background.listen(execution)

    await background.cancel(execution)

    expect(await socket.closed).toBe(1000)
    expect(socket.frames).toEqual([CANCELLED])
    for (const other of others) await background.cancel(other)
    for (const other of others) await background.ended(other)
  })
})

describe('the channel of a run closes', () => {
  it('with 4004 if there is no such run', async () => {
    for (const id of [randomUUID(), 'no-id', `${randomUUID()}0`])
      expect(await (await background.listen(id)).closed).toBe(4004)
  })

  it('with 4003 if the run belongs to another user, even for administrators', async () => {
    const execution = await background.start(await runs.save(TENANTS))

    expect(await (await background.listen(execution, runs.app.admin)).closed).toBe(4003)
    expect(await (await background.listen(execution, await runs.app.userOf('editor'))).closed).toBe(4003)
    await background.ended(execution)
  })

  it('and leaves nothing behind when the client disconnects first', async () => {
    const execution = await startHanging()
    const timers = clock.pendingTimers()
    const socket = await background.listen(execution)
    await soon(socket.types).toEqual(['node_start'])

    socket.close()

    await soon(clock.pendingTimers).toBeLessThanOrEqual(timers)
    await background.cancel(execution)
    await background.ended(execution)
  })
})
