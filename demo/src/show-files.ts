import type { Heddle } from '@heddle/client'
import { formatTable } from './print-table.ts'

const SHOWN_LINES = 12

/** Exports a folder as a file, and plans the import of the same file with one line changed. */
export async function showFiles({ queries }: Heddle, folder: string): Promise<void> {
  const text = await (await queries.export({ category: folder })).text()
  const file = await (await queries.export({ category: folder, format: 'json' })).json()
  const [first, ...others] = file.saved_queries
  const edited = { ...file, saved_queries: [{ ...first, description: 'Reviewed.' }, ...others] }
  const { plan } = await queries.import(edited, { dry_run: true })

  console.log(`\nThe folder "${folder}" as a file (/api/queries/export/?category=${encodeURIComponent(folder)}):\n`)
  for (const line of text.split('\n').slice(0, SHOWN_LINES)) console.log(`  ${line}`)
  console.log('  …\n\nWhat its import would do after an edit:\n')
  console.log(
    formatTable(
      ['action', 'kind', 'name', 'differs'],
      plan.map(({ diff, ...step }) => ({ ...step, differs: diff?.map((change) => change.path).join(', ') ?? '' })),
    ),
  )
}
