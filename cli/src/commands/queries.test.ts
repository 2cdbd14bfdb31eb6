import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Shell, startShell } from '../testing/start-shell.ts'

const TENANTS = { nodes: [{ id: 't', class_name: 'fvTenant', properties: ['name'] }] }

let shell: Shell
beforeAll(async () => {
  shell = await startShell()
  const heddle = await shell.runs.app.heddle(shell.runs.app.admin)
  const { id: parent } = await heddle.queries.categories.create({ name: 'Rules' })
  const { id } = await heddle.queries.categories.create({ name: 'A/B', parent })
  const nobody = await shell.runs.save({ ...TENANTS, name: 'nobody' })
  await heddle.queries.savedQueries.update(nobody, { category: id, expect: { rows: { max: 0 } } })
  await shell.runs.save({ ...TENANTS, name: 'some' })
})
afterAll(() => shell.stop())

it('query list says in which folder each is', async () => {
  const { stdout } = await shell.heddle(['query', 'list', '--columns', 'name,category'])

  expect(stdout).toMatch(/^nobody +Rules\/A~1B\s*$/m)
  expect(stdout).toMatch(/^some\s*$/m)
})

it.each([[[]], [['--background']]])(
  'query run %j says on standard error that rows are not as expected',
  async (how) => {
    const { code, stdout, stderr } = await shell.heddle(['query', 'run', 'nobody', '--format', 'csv', ...how])

    expect(code).toBe(0)
    expect(stdout.split('\r\n').filter(Boolean)).toHaveLength(3)
    expect(stderr).toMatch(/^Not as expected: .*2 rows.*$/m)
  },
)

it('query run says nothing more where they are', async () => {
  expect((await shell.heddle(['query', 'run', 'some'])).stderr).not.toContain('expected')
})
