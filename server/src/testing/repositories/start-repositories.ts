import { isGitInstalled, startGit } from '@heddle/simulators/git/start-git.ts'
import { repositoriesFeature } from '../../features/repositories/index.ts'
import { createManualClock } from '../manual-clock.ts'
import { CATEGORIES, fileQuery, QUERIES } from '../query-files/files.ts'
import { type Client, startTestApp } from '../start-test-app.ts'

export const REPOSITORIES = '/api/queries/repositories/'
export const TOKEN = 'a-token-of-a-repository'

/** Skips loudly: without Git, nothing here is tested. */
export const hasGit = isGitInstalled()
if (!hasGit) console.warn('GIT IS NOT INSTALLED: the tests against a Git server are skipped.')

export type Repositories = Awaited<ReturnType<typeof startRepositories>>

/** The whole server and a Git server. Nothing is read or pushed until `sync`. */
export async function startRepositories(env: Readonly<Record<string, string>> = {}) {
  const clock = createManualClock()
  const app = await startTestApp({ clock, env })
  const { repositories } = app.app.features.of(repositoriesFeature)
  await repositories.driver.stop()
  const git = await startGit({ token: TOKEN })
  const signal = new AbortController().signal
  const connection: string = (
    await app.admin.post('/api/controller/connections/', {
      ...{ name: 'lab', host: '127.0.0.1:1', username: 'u', password: 'p' },
    })
  ).body.id
  let folders = 0

  return {
    app,
    git,
    clock,
    connection,
    sync: async (): Promise<void> => {
      while (await repositories.syncOne(signal));
    },
    /** The next time that a repository is polled. */
    nextPoll: async (): Promise<void> => {
      await clock.leap(61_000)
      while (await repositories.syncOne(signal));
    },
    newFolder: async (name = `Folder ${++folders}`, parent: number | null = null) => {
      const { body } = await app.admin.post(CATEGORIES, { name, parent })
      return { id: body.id as number, name }
    },
    bind: async (category: number, more: object = {}, client: Client = app.admin): Promise<any> =>
      (
        await client.post(REPOSITORIES, {
          ...{ category, url: git.url, token: TOKEN, ca_certificate: git.ca, mode: 'git', path: 'q' },
          ...more,
        })
      ).body,
    read: async (id: string): Promise<any> => (await app.admin.get(`${REPOSITORIES}${id}/`)).body,
    plan: async (id: string, client: Client = app.admin): Promise<any> =>
      (await client.get(`${REPOSITORIES}${id}/plan/`)).body,
    save: (client: Client, category: number | null, name: string, rest: object = {}) =>
      client.post(QUERIES, { name, category, controller_connection: connection, nodes: [], edges: [], ...rest }),
    named: async (name: string): Promise<any> =>
      (await app.admin.get(`${QUERIES}?search=${encodeURIComponent(name)}`)).body.results.find(
        (query: { name: string }) => query.name === name,
      ),
    /** So that the next test polls its own alone. */
    unbindAll: async (): Promise<void> => {
      const { body } = await app.admin.get(REPOSITORIES)
      for (const { id } of body.results) await app.admin.delete(`${REPOSITORIES}${id}/`)
    },
    stop: async (): Promise<void> => {
      await app.stop()
      await git.close()
    },
  }
}

/** A file of the repository with one saved query. */
export const fileText = (name: string, folder: string, rest: object = {}): string =>
  `# ours\nversion: 1\nsaved_queries:\n  - ${JSON.stringify(fileQuery(name, { category: folder, ...rest }))}\n`
