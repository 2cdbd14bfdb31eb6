import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Shell, startShell } from './testing/start-shell.ts'

let shell: Shell
beforeAll(async () => {
  shell = await startShell()
  const nodes = [{ id: 't', class_name: 'fvTenant', properties: ['name', 'descr'] }]
  await shell.runs.save({ name: 'Tenants', nodes, description: 'All of them, '.repeat(10).trim() } as never)
})
afterAll(() => shell.stop())

const onTerminal = { answers: [] }
const headOf = (text: string) => text.split('\n')[0]!.split(/\s{2,}/)

describe('the columns of a list', () => {
  it('are those that are named, by heading or by field, in this order', async () => {
    const { stdout, code } = await shell.heddle(['query', 'list', '--columns', 'description,name'])

    expect(code).toBe(0)
    expect(headOf(stdout)).toEqual(['DESCRIPTION', 'NAME'])
    expect(stdout).toContain('Tenants')
  })

  it('that do not exist are an error, which names those that do', async () => {
    const { stderr, code } = await shell.heddle(['query', 'list', '--columns', 'name,colour'])

    expect(code).toBe(2)
    expect(stderr).toMatch(/There is no column "colour"\. There are: name, .*description/)
    expect((await shell.heddle(['query', 'list', '--columns', 'name,,id'])).code).toBe(2)
  })

  it('are all of them, and uncut, with -o wide', async () => {
    const usual = await shell.heddle(['query', 'list'], onTerminal)
    const wide = await shell.heddle(['query', 'list', '-o', 'wide'], onTerminal)

    expect(headOf(wide.stdout)).toEqual(expect.arrayContaining([...headOf(usual.stdout), 'DESCRIPTION']))
    expect(wide.stdout).toContain('All of them, '.repeat(10).trim())
    expect(usual.stdout.split('\n').every((line) => line.length <= 80)).toBe(true)
  })

  it('are JSON with -o json, as with --json', async () => {
    const { stdout } = await shell.heddle(['query', 'list', '-o', 'json'])

    expect(stdout).toBe((await shell.heddle(['query', 'list', '--json'])).stdout)
  })
})

describe('the columns of rows', () => {
  it.each([
    ['csv', 'name,dn\r\nA,uni/tn-A\r\nB,uni/tn-B\r\n'],
    ['ndjson', '{"name":"A","dn":"uni/tn-A"}\n{"name":"B","dn":"uni/tn-B"}\n'],
  ])('are those that are named, as %s', async (format, text) => {
    const { stdout } = await shell.heddle(['query', 'run', 'Tenants', '--columns', 'name,dn', '--format', format])

    expect(stdout).toBe(text)
  })

  it('that the result lacks are an error', async () => {
    const { stderr, code } = await shell.heddle(['query', 'run', 'Tenants', '--columns', 'mtu'])

    expect([code, stderr]).toEqual([2, expect.stringContaining('There is no column "mtu". There are: dn,')])
  })
})
