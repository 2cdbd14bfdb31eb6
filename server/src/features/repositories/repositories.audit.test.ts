import { isGitInstalled, startGit, type GitSimulator } from '@heddle/simulators/git/start-git.ts'
import { afterAll, beforeAll } from 'vitest'
import { newConnection, newQuery } from '../../testing/audit-walk/objects.ts'
import {
  about,
  admin,
  another,
  app,
  expectOk,
  FROM,
  hush,
  idOf,
  nothing,
  type Scenario,
} from '../../testing/audit-walk/walk.ts'
import { walkAuditLog } from '../../testing/audit-walk/walk-audit-log.ts'
import { COMMIT, meetConflict, waitWithPlan } from '../../testing/repositories/waiting-plan.ts'
import { repositoriesFeature } from './index.ts'

const REPOSITORIES = '/api/queries/repositories/'
const TOKEN = 'a-token-of-a-repository'

let git: GitSimulator
beforeAll(async () => {
  if (isGitInstalled()) git = await startGit({ token: TOKEN })
})
afterAll(() => git.close())

async function bodyOf() {
  const { body } = await expectOk(admin.post('/api/queries/categories/', { name: `folder ${another()}` }))
  await app.app.features.of(repositoriesFeature).repositories.driver.stop()
  return { category: body.id, url: git.url, token: hush(TOKEN), ca_certificate: git.ca, mode: 'git' }
}
const newRepository = async (): Promise<string> => idOf(await expectOk(admin.post(REPOSITORIES, await bodyOf())))

let conflict = ''
const withConflict = async (): Promise<string> => {
  const id = await newRepository()
  conflict = await meetConflict(app, id, { savedQuery: await newQuery(), name: 'x', at: new Date() })
  return id
}
const withPlan = async (): Promise<string> => {
  const id = await newRepository()
  const { folder } = (await admin.get(`${REPOSITORIES}${id}/`)).body
  const { name } = (await admin.get(`/api/controller/connections/${await newConnection()}/`)).body
  await waitWithPlan(app, id, folder, name)
  return id
}

const SCENARIOS: Readonly<Record<string, Scenario>> = {
  'POST /api/queries/repositories/': about(
    nothing,
    'repository_create',
    async () => admin.post(REPOSITORIES, await bodyOf(), FROM),
    idOf,
  ),
  'PATCH /api/queries/repositories/:id/': about(newRepository, 'repository_update', (id) =>
    admin.patch(`${REPOSITORIES}${id}/`, { token: hush('another-token-of-it') }, FROM),
  ),
  'DELETE /api/queries/repositories/:id/': about(newRepository, 'repository_delete', (id) =>
    admin.delete(`${REPOSITORIES}${id}/`, FROM),
  ),
  'POST /api/queries/repositories/:id/apply/': about(withPlan, 'repository_apply', (id) =>
    admin.post(`${REPOSITORIES}${id}/apply/`, { commit: COMMIT }, FROM),
  ),
  'POST /api/queries/repositories/:id/branch/': about(newRepository, 'repository_branch', async (id) => {
    git.commit({ files: { 'a.md': String(another()) } })
    const query = { name: `new ${another()}`, controller_connection: await newConnection(), nodes: [], edges: [] }
    return admin.post(`${REPOSITORIES}${id}/branch/`, { name: `b-${another()}`, message: 'x', query }, FROM)
  }),
  'POST /api/queries/repositories/:id/conflicts/:conflict/': about(withConflict, 'repository_decide', (id) =>
    admin.post(`${REPOSITORIES}${id}/conflicts/${conflict}/`, { keep: 'here' }, FROM),
  ),
}

if (isGitInstalled()) walkAuditLog(repositoriesFeature, SCENARIOS)
else console.warn('GIT IS NOT INSTALLED: the audit entries of repositories are not tested.')
