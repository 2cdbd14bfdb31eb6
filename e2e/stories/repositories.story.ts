import { fileText } from '@heddle/server/testing/repositories/start-repositories.ts'
import { type GitSimulator, isGitInstalled, startGit } from '@heddle/simulators/git/start-git.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chromiumPath } from '../browser.ts'
import { barriers, startWebUi, type WebUi } from '../web-ui.ts'

const TOKEN = 'a-token-of-a-repository'
const canRun = chromiumPath !== undefined && isGitInstalled()
if (!canRun) console.warn('NO BROWSER OR NO GIT: the stories of repositories are skipped.')

describe.skipIf(!canRun)('repositories', () => {
  let ui: WebUi
  let git: GitSimulator
  beforeAll(async () => {
    ui = await startWebUi()
    git = await startGit({ token: TOKEN })
  })
  afterAll(async () => {
    await ui.stop()
    await git.close()
  })

  const newFolder = async (name: string): Promise<number> =>
    (await ui.runs.app.admin.post('/api/queries/categories/', { name })).body.id

  it('are bound, show what waits, and are applied; then the folder takes no save', async () => {
    const { runs } = ui
    await newFolder('Reviewed')
    const connection = (await runs.app.admin.get(`/api/controller/connections/${runs.connection}/`)).body.name
    const nodes = [{ id: 't', class_name: 'fvTenant' }]
    git.commit({
      files: { 'q/a.yaml': fileText('Tenants in Git', 'Reviewed', { controller_connection: connection, nodes }) },
    })
    const watched = await ui.opened('/queries/repositories', 'Repositories')
    const { page } = watched
    await page.getByText('No folder is in Git yet').waitFor()
    await page.getByRole('button', { name: 'Keep a folder in Git' }).first().click()
    const form = page.getByRole('dialog', { name: 'Keep a folder in Git' })
    await form.getByLabel('Folder', { exact: true }).click()
    await page.getByRole('option', { name: 'Reviewed' }).click()
    await form.getByLabel('Address').fill('http://git.example/x.git')
    await form.getByLabel('Folder of the repository').fill('q')
    await form.getByLabel('Token').fill(TOKEN)
    await form.getByLabel('Certificate of your authority').fill(git.ca)
    await form.getByRole('button', { name: 'Keep a folder in Git' }).click()
    await form.getByText(/^Expected an https/).waitFor()
    expect(await barriers(watched)).toEqual([])
    await form.getByLabel('Address').fill(git.url)
    await form.getByRole('button', { name: 'Keep a folder in Git' }).click()
    await page.getByRole('link', { name: 'Reviewed' }).click()
    await page.getByText('saved query “Tenants in Git”').waitFor()
    expect(await barriers(watched)).toEqual([])
    await page.getByRole('button', { name: 'Apply' }).click()
    await page.getByText('Nothing waits: the folder says what the repository says.').waitFor()

    const [query] = (await runs.app.admin.get('/api/queries/saved-queries/?search=Tenants in Git')).body.results
    const refused = await runs.app.admin.patch(`/api/queries/saved-queries/${query.id}/`, { description: 'x' })
    expect(refused.body.code).toBe('in_git')
    expect(watched.complaints.filter((complaint) => !complaint.includes('400'))).toEqual([])
  })

  it('show conflicts as two canvases, and let somebody decide', async () => {
    const { runs } = ui
    const { admin } = runs.app
    const category = await newFolder('Ours')
    const id = await runs.save({ name: 'Bridge domains of ours', nodes: [{ id: 'bd', class_name: 'fvBD' }] })
    await runs.editor.patch(`/api/queries/saved-queries/${id}/`, { category })
    const { body } = await admin.post('/api/queries/repositories/', {
      ...{ category, url: git.url, token: TOKEN, ca_certificate: git.ca, mode: 'here', path: 'ours' },
    })
    const stateOf = async () => (await admin.get(`/api/queries/repositories/${body.id}/`)).body.state
    await expect.poll(stateOf, { timeout: 20_000 }).toBe('ok')
    const file = 'ours/Bridge domains of ours.yaml'
    git.commit({ files: { [file]: git.show(file).replace('class_name: fvBD', 'class_name: fvCtx') } })
    await runs.editor.patch(`/api/queries/saved-queries/${id}/`, {
      ...{
        nodes: [
          { id: 'bd', class_name: 'fvBD' },
          { id: 'tenant', class_name: 'fvTenant' },
        ],
      },
    })
    await expect.poll(stateOf, { timeout: 20_000 }).toBe('conflict')

    const watched = await ui.opened(`/queries/repositories/${body.id}`, 'Ours')
    const { page } = watched
    const conflict = page.getByRole('article', { name: 'Bridge domains of ours' })
    await conflict.getByRole('region', { name: 'In Git' }).waitFor()
    expect(await barriers(watched)).toEqual([])
    await conflict.getByRole('button', { name: 'Keep what is here' }).click()

    await expect.poll(stateOf, { timeout: 20_000 }).toBe('ok')
    expect(git.show(file)).toContain('fvTenant')
    expect(watched.complaints).toEqual([])
  })
})
