import type { Heddle } from '@heddle/client'
import type { GitSimulator } from '@heddle/simulators/git/start-git.ts'
import { formatTable } from './print-table.ts'
import { readUntil } from './read-until.ts'

const FOLDER = 'Reviewed in Git'

/** A query as somebody else would push it, for people to review. */
const FILE = `version: 1
saved_queries:
  - name: Tenants without a description
    description: Somebody should say what they are for.
    category: ${FOLDER}
    controller_connection: Demo fabric
    nodes:
      - id: tenant
        class_name: fvTenant
        properties: [name]
        filters: [{ property: descr, operator: is_empty }]
    edges: []
`

/** A folder whose truth is a repository: a change there waits as a plan, and is applied. */
export async function showRepository({ queries }: Heddle, git: GitSimulator | undefined): Promise<void> {
  if (!git) {
    console.log('\nGit is not installed here, so no folder is shown that lives in a repository.')
    return
  }
  const { repositories, categories } = queries
  for await (const { id, folder } of repositories.all()) if (folder === FOLDER) await repositories.remove(id)
  const known = (await categories.list({ search: FOLDER })).results.find(({ name }) => name === FOLDER)
  const { id: category } = known ?? (await categories.create({ name: FOLDER }))
  git.commit({ files: { 'tenants.yaml': FILE }, message: 'Ask for descriptions' })
  const { id } = await repositories.create({ category, url: git.url, ca_certificate: git.ca, mode: 'git' })
  const { state } = await readUntil(
    'reading the repository',
    () => repositories.get(id),
    (found) => found.state !== 'new',
  )
  const { plan, commit } = await repositories.plan(id)
  if (commit !== null) await repositories.apply(id, { commit })
  console.log(`\nThe folder "${FOLDER}" is kept in Git (/api/queries/repositories/): ${state}\n`)
  console.log(formatTable(['action', 'kind', 'name'], plan))
}
