import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { addSmallFabric } from '../testing/small-fabric.ts'
import { type Runs, startRuns } from '../testing/start-runs.ts'
import { statementsBesides, statementsOf } from '../testing/statements-of.ts'

let runs: Runs
let query: string
beforeAll(async () => {
  runs = await startRuns()
  addSmallFabric(runs.controller.store)
  query = await runs.save({ nodes: [{ id: 't', class_name: 'fvTenant' }] })
  // The first run signs in to the controller.
  await runs.execute(query)
})
afterAll(() => runs.stop())

const count = async (request: (headers: Record<string, string>) => Promise<{ readonly status: number }>) => {
  const statements = await statementsOf(runs.app.app.platform.database.pool, async (headers) => {
    expect((await request(headers)).status).toBe(200)
  })
  return statements.filter((statement) => !OF_SLOW_MACHINES.test(statement)).length
}
// Once a minute a session notes when it was last seen, and a run that takes a while stores how far it is.
const OF_SLOW_MACHINES = /^update ("sessions"|"pipeline_executions" set "stages")/

// Counts do not depend on the machine: each that rises is a decision. One of each finds the caller.
describe('the number of statements', () => {
  it.each<[number, string, () => string]>([
    [2, 'a saved query with its history', () => `/api/queries/saved-queries/${query}/`],
    [2, 'a connection', () => `/api/controller/connections/${runs.connection}/`],
    [2, 'a page of saved queries', () => '/api/queries/saved-queries/'],
    [2, 'a page of connections', () => '/api/controller/connections/'],
    [2, 'a page of runs that is the last', () => '/api/queries/execution-logs/'],
    [2, 'a page of scheduled tasks', () => '/api/queries/scheduled-tasks/'],
    [2, 'a page of automation templates', () => '/api/automation/templates/'],
    [2, 'a page of validation lists', () => '/api/automation/validation-lists/'],
    [2, 'a page of notifications', () => '/api/notifications/notifications/'],
    [3, 'a page of users with their roles', () => '/api/auth/management/?page_size=1'],
    [2, 'a page of requests', () => '/api/automation/requests/'],
    [2, 'a page of the audit log that is the last', () => '/api/audit/logs/'],
  ])('is %i for %s', async (expected, _what, path) => {
    expect(await count((headers) => runs.app.admin.get(path(), headers))).toBe(expected)
  })

  it('is 4 for a run whose rows are stored and returned', async () => {
    expect(
      await count((headers) => runs.editor.post(`/api/queries/saved-queries/${query}/execute/`, {}, headers)),
    ).toBe(4)
  })

  it('is 11 for a scheduled run, between those of the queue that claim and complete its job', async () => {
    const lists = [await ofScheduledRun('one'), await ofScheduledRun('two'), await ofScheduledRun('three')]

    expect(inAll(lists)).toHaveLength(11)
  })
})

/** What is sent from the claim of a run of a new task to its end, by the run or by whatever else there is to do. */
async function ofScheduledRun(name: string): Promise<readonly string[]> {
  const tasks = '/api/queries/scheduled-tasks/'
  const task = await runs.editor.post(tasks, {
    ...{ name, saved_query: query, controller_connections: [runs.connection] },
    ...{ schedule_type: 'interval', interval_minutes: 60 },
  })
  const path = `${tasks}${task.body.id}/`
  const sent = await statementsBesides(runs.app.app.platform.database.pool, async (headers) => {
    expect((await runs.editor.post(`${path}run_now/`, {}, headers)).status).toBe(202)
    const ended = async () => (await runs.editor.get(path, headers)).body.last_run_status === 'success'
    await vi.waitUntil(ended, { timeout: 20_000 })
  })
  const first = sent.findIndex((text) => text.startsWith('update "executions" set "started_at"'))
  const sinceItsClaim = sent.slice(first, sent.lastIndexOf('commit') + 1)
  return sinceItsClaim.filter((text) => !text.includes('heddle_jobs') && !OF_SLOW_MACHINES.test(text))
}

/** Each as often as every list has it: other jobs come now and then, the statements of a run each time. */
const inAll = (lists: readonly (readonly string[])[]): readonly string[] =>
  lists.reduce((common, list) => {
    const rest = [...list]
    return common.filter((text) => {
      const at = rest.indexOf(text)
      if (at >= 0) rest.splice(at, 1)
      return at >= 0
    })
  })
