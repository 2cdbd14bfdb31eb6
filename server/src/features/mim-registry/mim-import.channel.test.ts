import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type ReceivedFrame,
  type RegistryApp,
  soon,
  startRegistryApp,
} from '../../testing/mim-registry/start-registry-app.ts'

const PHASES = ['init', 'downloading', 'importing', 'finalizing', 'done']

let imports: RegistryApp
beforeAll(async () => {
  imports = await startRegistryApp()
})
afterAll(() => imports.stop())

const startSlow = async (): Promise<string> => {
  imports.slowDown(imports.registry, 20)
  const run = await imports.start({ version_key: 'latest', concurrency: 10 })
  await soon(async () => (await imports.detail(run)).run.phase).toBe('downloading')
  return run
}
const hurry = (): void => imports.registry.faults.clear()
const stepsOf = (frames: readonly ReceivedFrame[], step: string): ReceivedFrame[] =>
  frames.filter(({ type, data }) => type === 'progress' && data.step === step)

describe('the import channel', () => {
  it('sends phases and progress in order and closes when the import ends', async () => {
    const run = await startSlow()
    const viewer = await imports.app.userOf('viewer')
    const socket = await imports.listen(run, viewer)
    hurry()

    expect(await socket.closed).toBe(1000)

    expect(socket.phases()).toEqual(PHASES)
    expect(socket.frames.at(-1)).toEqual({
      type: 'import_complete',
      data: { version: 'latest', classes: 150, properties: expect.any(Number), duration_ms: expect.any(Number) },
    })
    for (const step of ['classes', 'properties', 'relations']) {
      const sent = stepsOf(socket.frames, step)
      const counts = sent.map(({ data }) => data.current as number)
      expect(counts).toEqual(counts.toSorted((a, b) => a - b))
      expect(sent.at(-1)!.data.current).toBe(sent.at(-1)!.data.total)
    }
    const place = (type: string, key: string, value: string) =>
      socket.frames.findIndex((frame) => frame.type === type && frame.data[key] === value)
    expect(place('phase', 'phase', 'importing')).toBeGreaterThan(place('progress', 'step', 'classes'))
    expect(place('progress', 'step', 'relations')).toBeGreaterThan(place('phase', 'phase', 'finalizing'))
    expect(socket.frames.find(({ type }) => type === 'phase')!.data.message).toEqual(expect.any(String))
  })

  it('replays the frames for a late client, even if the cache has lost them', async () => {
    const run = await startSlow()
    const early = await imports.listen(run)
    hurry()
    await early.closed

    const late = await imports.listen(run)
    expect(await late.closed).toBe(1000)
    expect(late.frames).toEqual(early.frames)

    await imports.sql('update mim_import_runs set generation = 99 where id = $1', [run])
    const tooLate = await imports.listen(run)
    expect(await tooLate.closed).toBe(1000)
    expect(tooLate.phases()).toEqual(PHASES)
    expect(tooLate.frames.at(-1)).toEqual(early.frames.at(-1))
  })

  it('ends with import_failed when the import is cancelled, and starts over when it is resumed', async () => {
    const run = await startSlow()
    const socket = await imports.listen(run)
    await imports.cancel(run)

    expect(await socket.closed).toBe(1000)
    expect(socket.phases()).toEqual(PHASES.slice(0, 2))
    expect(socket.frames.at(-1)).toEqual({ type: 'import_failed', data: { error: 'cancelled' } })

    hurry()
    await imports.resume(run)
    const again = await imports.listen(run)
    expect(await again.closed).toBe(1000)
    expect(again.phases()).toEqual(PHASES)
    expect(again.frames.filter(({ type }) => type === 'import_failed')).toEqual([])
  })

  it('closes with 4004 for an unknown import and 4001 without a ticket', async () => {
    expect(await (await imports.listen(randomUUID())).closed).toBe(4004)
    expect(await (await imports.listen('nonsense')).closed).toBe(4004)
    expect(await imports.app.socket(`/ws/mim-import/${randomUUID()}/?ticket=wrong`).closed).toBe(4001)
  })
})
