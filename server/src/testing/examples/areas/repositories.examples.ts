import { isGitInstalled, startGit } from '@heddle/simulators/git/start-git.ts'
import { repositoriesFeature } from '../../../features/repositories/index.ts'
import { COMMIT, meetConflict, waitWithPlan } from '../../repositories/waiting-plan.ts'
import type { World } from '../start-world.ts'
import type { Workspace } from '../workspace.ts'

const REPOSITORIES = '/api/queries/repositories/'

export async function repositoryExamples(world: World, { operator: by, query }: Workspace): Promise<void> {
  const { example, refused, prepare, app } = world
  // No server is there to be read.
  await app.app.features.of(repositoriesFeature).repositories.driver.stop()
  const folder = await prepare('POST /api/queries/categories/', { by, body: { name: 'In Git' } })
  const body = { category: folder.id, url: 'https://git.example/network/queries.git', path: 'queries', mode: 'git' }
  const { id } = await example(`POST ${REPOSITORIES}`, { by, body: { ...body, token: 'git:5f0a' } })
  await refused(`POST ${REPOSITORIES}`, { by, body: { ...body, url: 'http://git.example/queries.git' } })
  await example(`GET ${REPOSITORIES}`, { by })
  const params = { id }
  await example(`GET ${REPOSITORIES}:id/`, { by, params })
  await waitWithPlan(app, id, 'In Git', 'DC1 fabric')
  await example(`GET ${REPOSITORIES}:id/plan/`, { by, params })
  await example(`POST ${REPOSITORIES}:id/apply/`, { by, params, body: { commit: COMMIT } })
  await example(`POST ${REPOSITORIES}:id/hook/`, { by, params })
  await example(`PATCH ${REPOSITORIES}:id/`, { by, params, body: { apply: 'auto' } })
  const at = app.app.platform.clock.now()
  const conflict = await meetConflict(app, id, { savedQuery: query, name: 'Settings of bridge domains', at })
  await example(`GET ${REPOSITORIES}:id/conflicts/`, { by, params })
  const one = { id, conflict }
  await example(`POST ${REPOSITORIES}:id/conflicts/:conflict/`, { by, params: one, body: { keep: 'here' } })
  await example(`DELETE ${REPOSITORIES}:id/`, { by, params })
  await branchExample(world, by, query)
}

/** Needs Git, which not every machine has. */
async function branchExample({ example, refused, prepare }: World, by: Workspace['operator'], query: string) {
  if (!isGitInstalled()) return
  const git = await startGit()
  git.commit({ files: { 'README.md': 'Our queries.' } })
  const folder = await prepare('POST /api/queries/categories/', { by, body: { name: 'Reviewed' } })
  const { url, ca: ca_certificate } = git
  const { id } = await prepare(`POST ${REPOSITORIES}`, {
    ...{ by, body: { category: folder.id, url, ca_certificate, mode: 'git' } },
  })
  const order = { by, params: { id } }
  const body = {
    ...{ name: 'explain-settings', message: 'Explain what it is for', saved_query: query },
    query: { category: folder.id, description: 'For audits' },
  }
  await example(`POST ${REPOSITORIES}:id/branch/`, {
    ...{ ...order, body },
    show: (answer) => ({ ...answer, commit: COMMIT }),
  })
  await refused(`POST ${REPOSITORIES}:id/branch/`, { ...order, body: { ...body, name: 'main' } })
  await prepare(`DELETE ${REPOSITORIES}:id/`, order)
  await git.close()
}
