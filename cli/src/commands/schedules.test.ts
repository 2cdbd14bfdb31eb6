import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type Shell, startShell } from '../testing/start-shell.ts'

let shell: Shell
beforeAll(async () => {
  shell = await startShell()
  const heddle = await shell.runs.app.heddle(shell.runs.app.admin)
  const nowhere = await heddle.controller.connections.create({
    ...{ name: 'nowhere', host: 'http://127.0.0.1:9', username: 'u', password: 'secret-of-nowhere', verify_ssl: false },
  })
  const saved_query = await shell.runs.save({ name: 'tenants', nodes: [{ id: 't', class_name: 'fvTenant' }] })
  const task = { saved_query, schedule_type: 'interval', interval_minutes: 600 } as const
  const here = shell.runs.connection
  await heddle.queries.scheduledTasks.create({ ...task, name: 'fine', controller_connections: [here] })
  await heddle.queries.scheduledTasks.create({ ...task, name: 'mixed', controller_connections: [here, nowhere.id] })
})
afterAll(() => shell.stop())

describe('schedule run --follow', () => {
  it('waits for the run of a task and ends with 0', async () => {
    const { code, stdout } = await shell.heddle(['schedule', 'run', 'fine', '--follow'])

    expect([code, stdout]).toEqual([0, expect.stringMatching(/^CONNECTION .*\nlab +\d{4}.* success +2 *\n$/)])
  })

  it('ends with 1 unless all runs succeed, and says why', async () => {
    const { code, stdout } = await shell.heddle(['schedule', 'run', 'mixed', '--follow'])

    expect(code).toBe(1)
    expect(stdout).toMatch(/\nlab .* success +2/)
    expect(stdout).toMatch(/\nnowhere .* failure +0 .*The connection was refused/)
  })

  it('prints the runs as JSON', async () => {
    const { stdout } = await shell.heddle(['schedule', 'run', 'fine', '--follow', '--json'])

    expect(JSON.parse(stdout)).toMatchObject([{ status: 'success', trigger: 'manual', row_count: 2 }])
  })

  it('says on Ctrl-C that the task goes on', async () => {
    const hanging = shell.runs.controller.faults.add({ kind: 'hang' })
    const stop = new AbortController()
    const words = ['schedule', 'run', 'fine', '--follow']

    const followed = shell.heddle(words, { signal: stop.signal })
    await vi.waitFor(() => expect(hanging.struck).toBeGreaterThan(0), { timeout: 20_000 })
    stop.abort(new Error('Interrupted.'))
    const { code, stderr } = await followed

    shell.runs.controller.faults.clear()
    expect(code).toBe(130)
    expect(stderr).toContain('The task goes on: `heddle schedule history "fine"` shows it.\n')
  })
})
