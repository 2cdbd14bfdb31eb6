import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Shell, startShell } from '../testing/start-shell.ts'

let shell: Shell
beforeAll(async () => {
  shell = await startShell()
})
afterAll(() => shell.stop())

const account = (words: readonly string[], given?: Parameters<Shell['heddle']>[1]) =>
  shell.heddle(['service-account', ...words], given)

describe('heddle service-account', () => {
  it('creates an account with a token that works until the account is deactivated', async () => {
    const created = await account(['create', 'nightly-checks', '-g', 'editors', '-d', 'The pipeline'])
    const secret = await account(['token', 'nightly-checks', 'CI', '-p', 'queries.view_category', '--days', '90'])
    const env = { HEDDLE_URL: shell.runs.app.url, HEDDLE_TOKEN: secret.stdout.trim() }
    const before = await shell.heddle(['whoami'], { env })
    const listed = await account(['list'])
    const off = await account(['deactivate', 'nightly-checks'])
    const after = await shell.heddle(['whoami'], { env })

    expect(created).toMatchObject({ code: 0, stdout: expect.stringContaining('created for the group "Editors"') })
    expect(before).toMatchObject({ code: 0, stdout: expect.stringContaining('nightly-checks') })
    expect(listed.stdout).toMatch(/nightly-checks +Editors +yes +1/)
    expect(off.stdout).toBe('"nightly-checks" is deactivated, and its tokens have ended.\n')
    expect(after.code).toBe(3)
  })

  it('says which groups there are, and deletes only when somebody agrees', async () => {
    const refused = await account(['create', 'robot', '--group', 'Robots'])
    await account(['create', 'robot', '--group', 'Viewers'])
    await account(['token', 'robot', 'CI'])
    const revoked = await account(['revoke', 'robot', 'CI'])
    const tokens = await account(['tokens', 'robot', '--json'])
    const asked = await account(['delete', 'robot'])
    const kept = await account(['delete', 'robot'], { answers: [['Only "yes" does', 'no']] })
    const deleted = await account(['delete', 'robot', '--yes'])

    expect(refused).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('There are: "Administrators", "Editors"'),
    })
    expect(revoked.stdout).toBe('The token "CI" of "robot" was deleted.\n')
    expect(JSON.parse(tokens.stdout)).toEqual([])
    expect([asked.code, kept.code, deleted.code]).toEqual([2, 1, 0])
    expect((await account(['list'])).stdout).not.toContain('robot')
  })
})
