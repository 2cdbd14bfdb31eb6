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

it('query run --format xlsx is a workbook, and not for a terminal', async () => {
  const words = ['query', 'run', 'some', '--format', 'xlsx']
  let bytes = Buffer.alloc(0)
  const onBytes = (more: Uint8Array) => void (bytes = Buffer.concat([bytes, more]))

  expect((await shell.heddle(words, { onBytes })).code).toBe(0)
  expect(bytes.subarray(0, 4).toString('latin1')).toBe('PK\u0003\u0004')
  const { code, stderr } = await shell.heddle(words, { answers: [] })
  expect([code, stderr]).toEqual([
    2,
    expect.stringMatching(/no text for a terminal: heddle run rows \S+ --format xlsx >/),
  ])
})
