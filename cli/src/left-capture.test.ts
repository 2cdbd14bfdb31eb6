import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { type Shell, startShell } from './testing/start-shell.ts'

let shell: Shell
beforeAll(async () => {
  shell = await startShell()
  const api = await shell.runs.app.heddle(shell.runs.app.admin)
  const nodes = [{ id: 'a', class_name: 'fvTenant' }]
  await api.queries.savedQueries.create({ name: 'tenants', controller_connection: shell.runs.connection, nodes, edges: [] }) // prettier-ignore
})
afterAll(() => shell.stop())

/** Ctrl-C once this was written. */
async function leaveAt(text: string, words: readonly string[], before: () => Promise<unknown> = async () => undefined) {
  const stop = new AbortController()
  const onWritten = (written: string) => {
    if (written.includes(text) && !stop.signal.aborted) void before().then(() => stop.abort(new Error('Interrupted.')))
  }
  return shell.heddle(words, { signal: stop.signal, onWritten, answers: [] })
}

it('Ctrl-C of a capture says that nothing was captured, and nothing was', async () => {
  shell.runs.controller.faults.add({ kind: 'hang' })

  const { code, stdout, stderr } = await leaveAt('Capturing', ['capture', 'tenants'], () => pause(300))

  shell.runs.controller.faults.clear()
  expect([code, stdout]).toEqual([130, ''])
  expect(stderr).toContain('Nothing was captured: the server gave the capture up.\nInterrupted.\n')
  expect((await shell.heddle(['snapshots', 'tenants', '--json'])).stdout).toBe('[]\n')
})

it('Ctrl-C of a capture that was complete names it', async () => {
  const held = shell.runs.controller.faults.add({ kind: 'hang', next: 1 })
  const other = async () => {
    await vi.waitFor(() => expect(held.struck).toBe(1), { timeout: 20_000 })
    return shell.heddle(['capture', 'tenants'])
  }

  const { code, stderr } = await leaveAt('Capturing', ['capture', 'tenants'], other)
  shell.runs.controller.faults.clear()

  const [{ id }] = JSON.parse((await shell.heddle(['snapshots', 'tenants', '--json'])).stdout)
  expect([code, stderr]).toEqual([130, expect.stringContaining(`It was captured all the same, as ${id}`)])
})

it('Ctrl-C ends a comparison with the fabric at once', async () => {
  await shell.heddle(['capture', 'tenants'])
  shell.runs.controller.faults.add({ kind: 'hang' })
  const stop = new AbortController()
  const compared = shell.heddle(['compare', 'tenants', '--live'], { signal: stop.signal })
  await pause(1_000)

  stop.abort(new Error('Interrupted.'))

  expect(await Promise.race([compared, pause(3_000)])).toMatchObject({ code: 130, stderr: 'Interrupted.\n' })
  shell.runs.controller.faults.clear()
})
