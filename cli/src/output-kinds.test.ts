import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Shell, startShell } from './testing/start-shell.ts'

let shell: Shell
beforeAll(async () => {
  shell = await startShell()
  const nodes = [{ id: 't', class_name: 'fvTenant', properties: ['name', 'descr'] }]
  await shell.runs.save({ name: 'Tenants', nodes })
  await shell.heddle(['capture', 'Tenants'])
})
afterAll(() => shell.stop())

describe('a template', () => {
  it.each([
    [['query', 'list'], '{name}:\\t{{{current_version}}}', /^Tenants:\t\{v?1\}\n$/],
    [['snapshots', 'Tenants'], '{saved_query_name} {changes.added}', /^Tenants \n$/],
    [['query', 'run', 'Tenants'], '{dn} {name}', /^uni\/tn-A A\nuni\/tn-B B\n$/],
    [['whoami'], '{username}\\n--', /^admin\n--\n$/],
  ])('prints a line for each item of %j', async (words, template, text) => {
    const { stdout, stderr } = await shell.heddle([...words, '-o', `template=${template}`])

    expect(stderr).toBe('')
    expect(stdout).toMatch(text)
  })

  it.each([
    ['{nmae}', /There is no field "nmae"\. There are: .*name/],
    ['{name', /a lone \{: write \{\{/],
  ])('with a fault is refused: %s', async (template, text) => {
    const { code, stderr } = await shell.heddle(['query', 'list', '-o', `template=${template}`])

    expect([code, stderr]).toEqual([2, expect.stringMatching(text)])
  })

  it('is not any other word', async () => {
    expect(await shell.heddle(['query', 'list', '-o', 'yaml'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('Expected wide, json, or template='),
    })
  })
})

describe('times', () => {
  it('are in UTC, marked, until the profile has a time zone; then in that, with its name', async () => {
    const { captured_at: instant } = JSON.parse((await shell.heddle(['snapshots', 'Tenants', '--json'])).stdout)[0]
    const utc = `${instant.slice(0, 19).replace('T', ' ')}`

    expect((await shell.heddle(['snapshots', 'Tenants'])).stdout).toContain(`${utc}Z`)
    await shell.runs.app.admin.patch('/api/auth/preferences/', { timezone: 'Asia/Kolkata' })
    const list = (await shell.heddle(['snapshots', 'Tenants'])).stdout
    const line = (await shell.heddle(['timeline', 'Tenants', 'uni/tn-A'])).stdout.split('\n')[0]!

    const there = new Date(Date.parse(instant) + 330 * 60_000).toISOString().slice(0, 19).replace('T', ' ')
    expect(list.split('\n')[0]).toMatch(/^CAPTURED \(Asia\/Kolkata\) /i)
    expect(list).toContain(`${there} +05:30`)
    expect(line).toMatch(new RegExp(`^${there.slice(0, 16)}:\\d\\d \\+05:30 \\(Asia/Kolkata\\)  present$`))
  })
})
