import type { Heddle } from '@heddle/client'
import { formatTable } from './print-table.ts'
import { readUntil } from './read-until.ts'

export const FOLDER = 'Fabric health'

/** Saved queries that say what they expect are checks: puts some into a folder and runs it. */
export async function showChecks({ queries }: Heddle, wanted: readonly string[]): Promise<void> {
  const { results } = await queries.categories.list({ search: FOLDER })
  const folder = results.find(({ name }) => name === FOLDER) ?? (await queries.categories.create({ name: FOLDER }))
  for (const id of wanted) await queries.savedQueries.update(id, { category: folder.id })

  const { id } = await queries.checks.create({ category: folder.id })
  const check = await readUntil(
    'the check',
    async () => (await queries.checks.get(id)).json(),
    ({ status }) => status === 'finished',
  )

  console.log(`\nCheck of the folder "${FOLDER}" (/api/queries/checks/): ${check.passed} of ${check.total} passed\n`)
  console.log(formatTable(['name', 'status', 'reason'], check.results))
}
