import type { ApiClient } from './api-client.ts'
import { formatTable } from './print-table.ts'

type Page<T> = { results: T[] }
type Folder = { id: number; name: string }
type Check = {
  id: string
  status: string
  total: number
  passed: number
  results: { name: string; status: string; reason: string | null }[]
}

const CHECKS = '/api/queries/checks/'
const CATEGORIES = '/api/queries/categories/'
export const FOLDER = 'Fabric health'
const PATIENCE_MS = 30_000

/** Saved queries that say what they expect are checks: puts some into a folder and runs it. */
export async function showChecks(api: ApiClient, queries: readonly string[]): Promise<void> {
  const { results } = await api.get<Page<Folder>>(`${CATEGORIES}?search=${encodeURIComponent(FOLDER)}`)
  const folder = results.find(({ name }) => name === FOLDER) ?? (await api.post<Folder>(CATEGORIES, { name: FOLDER }))
  for (const id of queries) await api.patch(`/api/queries/saved-queries/${id}/`, { category: folder.id })

  const check = await finished(api, await api.post<Check>(CHECKS, { category: folder.id }))

  console.log(`\nCheck of the folder "${FOLDER}" (${CHECKS}): ${check.passed} of ${check.total} passed\n`)
  console.log(formatTable(['name', 'status', 'reason'], check.results))
}

async function finished(api: ApiClient, { id }: Check): Promise<Check> {
  const until = Date.now() + PATIENCE_MS
  for (;;) {
    const check = await api.get<Check>(`${CHECKS}${id}/`)
    if (check.status === 'finished') return check
    if (Date.now() > until) throw new Error(`the check did not end within ${PATIENCE_MS / 1000} s`)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}
