import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { repositoriesFeature } from '@heddle/server/features/repositories/index.ts'
import { COMMIT, waitWithPlan } from '@heddle/server/testing/repositories/waiting-plan.ts'
import { type Shell, startShell } from '../testing/start-shell.ts'

let shell: Shell
let id: string
beforeAll(async () => {
  shell = await startShell()
  const { admin, app } = shell.runs.app
  // No server is there to be read.
  await app.features.of(repositoriesFeature).repositories.driver.stop()
  const { body: folder } = await admin.post('/api/queries/categories/', { name: 'Rules' })
  const body = { category: folder.id, url: 'https://git.example/queries.git', token: 'secret-of-git', mode: 'git' }
  const answer = await admin.post('/api/queries/repositories/', body)
  id = answer.body.id
})
afterAll(() => shell.stop())

const repo = (words: readonly string[], given?: Parameters<Shell['heddle']>[1]) =>
  shell.heddle(['repo', ...words], given)

describe('heddle repo', () => {
  it('lists the folders that are in Git, without their tokens', async () => {
    const { code, stdout } = await repo(['list'])

    expect(code).toBe(0)
    expect(stdout).toMatch(/Rules +git +new +main/)
    expect((await repo(['list', '--json'])).stdout).not.toContain('secret-of-git')
  })

  it('says that nothing waits', async () => {
    expect(await repo(['plan', 'rules'])).toMatchObject({ code: 0, stdout: 'Nothing waits for "Rules".\n' })
  })

  it('says which folders there are when none has that name', async () => {
    expect(await repo(['plan', 'Rule'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('There is no folder in Git "Rule". Names that contain it: "Rules".'),
    })
  })

  it('shows what waits, and applies it once somebody agrees', async () => {
    await waitWithPlan(shell.runs.app, id, 'Rules', 'lab')
    const plan = await repo(['plan', 'Rules'])
    const refused = await repo(['apply', 'Rules'], { answers: [['Apply this? Only "yes" does', 'no']] })
    const asked = await repo(['apply', 'Rules'])

    expect(plan).toMatchObject({ code: 4, stdout: expect.stringContaining('+ saved query "Bridge domains by tenant"') })
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('Nothing was applied.') })
    expect(asked).toMatchObject({ code: 2, stderr: expect.stringContaining('pass --yes') })
    const applied = await repo(['apply', id, '--yes'])
    expect(applied).toMatchObject({
      code: 0,
      stdout: expect.stringContaining(`"Rules" is what ${COMMIT.slice(0, 12)} says.`),
    })
    const { body } = await shell.runs.app.admin.get('/api/queries/saved-queries/?search=Bridge%20domains%20by%20tenant')
    expect(body.count).toBe(1)
    expect((await repo(['plan', 'Rules'])).code).toBe(0)
  })
})
