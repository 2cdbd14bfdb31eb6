import { afterAll, beforeAll, expect, it } from 'vitest'
import { addSmallFabric } from '../../testing/small-fabric.ts'
import { CONNECTIONS, QUERIES, type Runs, startRuns } from '../../testing/start-runs.ts'

let runs: Runs
beforeAll(async () => {
  runs = await startRuns()
  addSmallFabric(runs.controller.store)
})
afterAll(() => runs.stop())

const DRAWING = { nodes: [{ id: 'n', class_name: 'fvBD' }] }

it('knows the size of a class that a run has read, until its connection changes', async () => {
  const id = await runs.save(DRAWING)
  const size = async () => (await runs.editor.post(`${QUERIES}${id}/validate/`, {})).body.plan.steps[0].size
  const before = await size()
  const { row_count } = (await runs.execute(id)).body
  const after = await size()
  await runs.app.admin.patch(`${CONNECTIONS}${runs.connection}/`, { username: 'other', password: 'other' })

  expect(before.source).toBe('estimated')
  expect(after).toEqual({ objects: row_count, source: 'counted' })
  expect(await size()).toEqual(before)
})
