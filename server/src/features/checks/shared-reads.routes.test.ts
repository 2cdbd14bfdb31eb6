import { afterAll, beforeAll, expect, it } from 'vitest'
import { addSmallFabric } from '../../testing/small-fabric.ts'
import { type Runs, startRuns } from '../../testing/start-runs.ts'

const CHECKS = '/api/queries/checks/'
const CLASSES = ['fvTenant', 'fvBD', 'fvCtx', 'fvAp', 'fvAEPg']

// A hundred queries, perhaps on a busy machine.
const patient = { timeout: 80_000, interval: 50 }

let runs: Runs
beforeAll(async () => {
  runs = await startRuns()
  addSmallFabric(runs.controller.store)
})
afterAll(() => runs.stop())

const readsOf = (className: string): string[] =>
  runs.controller.requests.map(({ url }) => url).filter((url) => url.includes(`/${className}.json`))
const save = (className: string, name: string, properties = ['name']) =>
  runs.save({
    name,
    nodes: [{ id: 'n', class_name: className, properties }],
    expect: { rows: { min: 0 }, every: 'dn != ""' },
  } as never)
async function finished(body: object) {
  const { status, body: started, text } = await runs.editor.post(CHECKS, body)
  expect(status, text).toBe(202)
  const read = async () => (await runs.editor.get(`${CHECKS}${started.id}/`)).body
  await expect.poll(async () => (await read()).status, patient).toBe('finished')
  return read()
}

it('a check of a hundred queries reads each class once', async () => {
  const queries: string[] = []
  for (let index = 0; index < 100; index++) {
    const className = CLASSES[index % CLASSES.length]!
    queries.push(await save(className, `q${index}`, index % 2 === 0 ? ['descr'] : ['name', 'descr']))
  }

  const check = await finished({ saved_queries: queries })

  expect(check).toMatchObject({ total: 100, passed: 100 })
  for (const className of CLASSES)
    expect(readsOf(className)).toEqual([`/api/class/${className}.json?order-by=${className}.dn&page=0&page-size=10240`])
})

it('another check reads anew', async () => {
  const query = await save('fvTenant', 'again')
  const before = readsOf('fvTenant').length

  await finished({ saved_queries: [query] })
  const first = readsOf('fvTenant').length
  await finished({ saved_queries: [query] })

  expect(first).toBeGreaterThan(before)
  expect(readsOf('fvTenant').length - first).toBe(first - before)
})

it('a read that failed is asked for again by the next query', async () => {
  const [one, other] = [await save('fvBD', 'one'), await save('fvBD', 'other')]
  await runs.editor.patch('/api/queries/task-settings/', { max_concurrent_background: 1 })
  runs.controller.faults.add({ kind: 'error', status: 400, code: 107, text: 'no', next: 1 } as never)

  const { results } = await finished({ saved_queries: [one, other] })
  runs.controller.faults.clear()

  expect(results.map(({ status }: any) => status)).toEqual(['error', 'passed'])
})
