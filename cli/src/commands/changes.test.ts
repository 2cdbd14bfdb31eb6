import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Shell, startShell } from '../testing/start-shell.ts'

let shell: Shell
beforeAll(async () => {
  shell = await startShell()
  const nodes = [{ id: 't', class_name: 'fvTenant', properties: ['name', 'descr'] }]
  await shell.runs.save({ name: 'Tenants', nodes, expect: { every: 'descr != "broken"' } } as never)
})
afterAll(() => shell.stop())

const change = (...words: string[]) => shell.heddle(['change', ...words])
const open = (name: string) => change('open', name, '--connection', 'lab', '--query', 'Tenants', '--note', 'CHG-1')
const set = (descr: string) => shell.runs.controller.store.update('uni/tn-A', { descr })

describe('heddle change', () => {
  it('opens and closes a change, and prints a report that heddle verify takes', async () => {
    set('fine')
    const opened = await open('Edit a tenant')
    expect(opened.stdout).toMatch(
      /^The change "Edit a tenant" is open: 1 query captured\. Its id is [0-9a-f-]{36}\.\n$/,
    )
    set('still fine')

    const closed = await change('close', 'Edit a tenant')

    expect(closed).toMatchObject({
      code: 0,
      stdout: expect.stringContaining(
        'Rows: 0 added, 0 removed, 1 changed. Automation requests: 0.\nNo check newly fails.',
      ),
    })
    const { stdout: report } = await change('report', 'edit a tenant')
    const file = join(shell.folder, 'report.json')
    await writeFile(file, report)
    const { sha256 } = JSON.parse(report) as { sha256: string }
    expect(closed.stdout).toContain(`SHA-256 ${sha256}`)
    expect(await shell.heddle(['verify', file, '--sha256', sha256])).toMatchObject({
      code: 0,
      stdout: `${file} is as it was sealed: the report of a change "Edit a tenant", SHA-256 ${sha256}.\nChanged by: unknown (1 row).\n`,
    })
    await writeFile(file, (await readFile(file, 'utf8')).replace('still fine', 'still fin.'))
    expect(await shell.heddle(['verify', file])).toMatchObject({
      code: 1,
      stdout: expect.stringContaining(`${file} is not as it was sealed. It was changed: its hash is `),
    })
    expect((await change('list')).stdout).toMatch(/Edit a tenant +closed/)
    expect((await change('report', 'Edit a tenant', '--html')).stdout).toContain('<!doctype html>')
  })

  it('ends with 1 when a check newly fails', async () => {
    set('fine')
    await open('Break a tenant')
    set('broken')

    expect(await change('close', 'Break a tenant')).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('Newly failing: Tenants.'),
    })
  })

  it('says that there is no report before it is closed, and that it cannot be closed twice', async () => {
    await open('Still open')

    expect(await change('report', 'Still open')).toMatchObject({
      code: 3,
      stderr: expect.stringContaining('no report until it is closed'),
    })
    await change('close', 'Still open')
    expect(await change('close', 'Still open')).toMatchObject({
      code: 3,
      stderr: expect.stringContaining('closed already'),
    })
  })

  it('asks for what to capture', async () => {
    expect(await change('open', 'Nothing', '--connection', 'lab')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--query, --category or --pack'),
    })
  })
})

describe('heddle verify', () => {
  it('needs a file that can be read, and a hash that is one', async () => {
    expect(await shell.heddle(['verify', join(shell.folder, 'none.json')])).toMatchObject({ code: 2 })
    expect(await shell.heddle(['verify', 'any', '--sha256', 'abc'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('64 hexadecimal digits'),
    })
  })
})
