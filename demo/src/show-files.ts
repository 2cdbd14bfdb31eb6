import type { ApiClient } from './api-client.ts'
import { formatTable } from './print-table.ts'

type File = { saved_queries: { name: string; description: string }[] }
type Plan = { plan: { action: string; kind: string; name: string; diff: { path: string }[] | null }[] }

const SHOWN_LINES = 12

/** Exports a folder as a file, and plans the import of the same file with one line changed. */
export async function showFiles(api: ApiClient, folder: string): Promise<void> {
  const path = `/api/queries/export/?category=${encodeURIComponent(folder)}`
  const text = await api.getText(path)
  const file = await api.get<File>(`${path}&format=json`)
  const [first, ...others] = file.saved_queries
  const edited = { ...file, saved_queries: [{ ...first, description: 'Reviewed.' }, ...others] }
  const { plan } = await api.post<Plan>('/api/queries/import/?dry_run=true', edited)

  console.log(`\nThe folder "${folder}" as a file (${path}):\n`)
  for (const line of text.split('\n').slice(0, SHOWN_LINES)) console.log(`  ${line}`)
  console.log('  …\n\nWhat its import would do after an edit:\n')
  console.log(
    formatTable(
      ['action', 'kind', 'name', 'differs'],
      plan.map(({ diff, ...step }) => ({ ...step, differs: diff?.map((change) => change.path).join(', ') ?? '' })),
    ),
  )
}
