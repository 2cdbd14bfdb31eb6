import type { Heddle } from '@heddle/client'
import { describeFrame } from './describe-frame.ts'
import { formatTable } from './print-table.ts'

const VERSION = 'latest'

/** Imports the class model that queries are checked against, and prints live progress. Skipped on a second start. */
export async function installModel({ mimRegistry, follow }: Heddle): Promise<void> {
  const { loaded_version } = await mimRegistry.status()
  if (loaded_version !== null) return
  const { run_id } = await mimRegistry.remote.install({ version_key: VERSION })
  console.log(`\nImporting the class model "${VERSION}" from a simulated registry (/ws/mim-import/<id>/):\n`)
  for await (const frame of follow.modelImport(run_id)) {
    // Only the end of each step: all progress would fill the screen.
    const isInProgress = frame.type === 'progress' && frame.data.current !== frame.data.total
    if (!isInProgress) console.log(`  ${describeFrame(frame)}`)
  }
}

/** Searches the model in plain words and shows what it knows about one class. */
export async function showModel({ mim, mimRegistry }: Heddle): Promise<void> {
  const { loaded_version, active } = await mimRegistry.status()
  console.log(
    `\nClass model "${loaded_version}": ${active?.class_count} classes, ${active?.property_count} properties.`,
  )
  const { results } = await mim.search({ q: 'bridge domain', limit: 4 })
  console.log('\nSearch for "bridge domain" (/api/mim/search/):\n')
  console.log(formatTable(['score', 'type', 'name', 'display_name'], results))
  const { associations } = await mim.explorer.relationships('fvBD')
  console.log('\nSome associations of fvBD (/api/mim/explorer/relationships/fvBD/):\n')
  console.log(formatTable(['direction', 'relation_class', 'class_name', 'cardinality'], associations.slice(0, 5)))
}
