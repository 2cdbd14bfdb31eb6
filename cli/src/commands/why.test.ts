import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Shell, startShell } from '../testing/start-shell.ts'

let shell: Shell
beforeAll(async () => {
  shell = await startShell()
  const filters = [{ property: 'name', operator: 'eq', value: '{{tenant}}' }]
  await shell.runs.save({
    name: 'Tenants',
    nodes: [{ id: 't', class_name: 'fvTenant', properties: ['name'], filters }],
  })
})
afterAll(() => shell.stop())

const why = (...words: string[]) => shell.heddle(['why', 'Tenants', ...words])

describe('heddle why', () => {
  it('says what drops an object', async () => {
    const { code, stdout } = await why('uni/tn-A', '--var', 'tenant=B')

    expect(stdout).toBe(
      [
        'uni/tn-A is not in the result of "Tenants".',
        '',
        'VERDICT  STAGE               BECAUSE',
        'kept     scope t             The query reads fvTenant from everywhere.',
        'dropped  filter t.filters.0  The filter name eq "B" does not hold: name is "A".',
        '',
      ].join('\n'),
    )
    expect(code).toBe(0)
  })

  it('shows the row of one that is there, and what it comes from', async () => {
    const { stdout } = await why('uni/tn-A', '--var', 'tenant=A')

    expect(stdout).toContain('uni/tn-A is in the result of "Tenants".')
    expect(stdout).toContain('name: A\n')
    expect(stdout).toContain('From uni/tn-A\n')
  })

  it('says it on each of several connections', async () => {
    await shell.runs.connect({ name: 'twin' })

    const { stdout } = await why('uni/tn-A', '--var', 'tenant=A', '-c', 'lab', 'twin')

    expect(stdout).toContain('lab: uni/tn-A is in the result of "Tenants".')
    expect(stdout).toContain('\ntwin: uni/tn-A is in the result of "Tenants".')
  })

  it('says first whether it was in a capture, and asks what was asked then', async () => {
    const { stdout: captured } = await shell.heddle(['capture', 'Tenants', '--var', 'tenant=B', '--json'])
    const { id } = JSON.parse(captured)

    const { stdout } = await why('uni/tn-A', '--snapshot', id)

    expect(stdout).toMatch(
      /^uni\/tn-A was not in the capture of .*\.\nWhat dropped it then is not kept\.\n\nuni\/tn-A is not/,
    )
    expect(stdout).toContain('The filter name eq "B" does not hold: name is "A".')
  })

  it('says that there is no such object', async () => {
    expect((await why('uni/tn-none', '--var', 'tenant=A')).stdout).toBe('There is no object uni/tn-none.\n')
  })

  it('prints all of it as JSON', async () => {
    const { stdout } = await why('uni/tn-A', '--var', 'tenant=B', '--json')

    expect(JSON.parse(stdout)).toMatchObject({
      ...{ dn: 'uni/tn-A', exists: true, present: false, row: null },
      stages: [{ kind: 'scope' }, { kind: 'filter', verdict: 'dropped', values: { name: 'A' } }],
    })
  })

  it('refuses what is no DN, and a variable that the query does not have', async () => {
    expect(await why('uni//x', '--var', 'tenant=A')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('expected a DN'),
    })
    expect(await why('uni', '--var', 'tennant=A')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('tennant'),
    })
  })
})
