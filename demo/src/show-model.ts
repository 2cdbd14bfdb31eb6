import type { ApiClient } from './api-client.ts'
import { describeFrame, framesOf } from './frames-of.ts'
import { formatTable } from './print-table.ts'

type Status = {
  loaded_version: string | null
  active: { class_count: number; property_count: number; rel_count: number } | null
}
type Search = { results: Record<string, unknown>[] }
type Associations = {
  associations: { direction: string; relation_class: string; class_name: string; cardinality: string }[]
}

const VERSION = 'latest'

/** Imports the class model that queries are checked against, and prints live progress. Skipped on a second start. */
export async function installModel(api: ApiClient, url: string): Promise<void> {
  const { loaded_version } = await api.get<Status>('/api/mim-registry/status/')
  if (loaded_version !== null) return
  const { run_id } = await api.post<{ run_id: string }>('/api/mim-registry/remote/install/', { version_key: VERSION })
  console.log(`\nImporting the class model "${VERSION}" from a simulated registry (/ws/mim-import/<id>/):\n`)
  for await (const frame of framesOf(api, url, `/ws/mim-import/${run_id}/`)) {
    // Only the end of each step: all progress would fill the screen.
    const isInProgress = frame.type === 'progress' && frame.data?.['current'] !== frame.data?.['total']
    if (frame.type !== 'ping' && !isInProgress) console.log(`  ${describeFrame(frame)}`)
  }
}

/** Searches the model in plain words and shows what it knows about one class. */
export async function showModel(api: ApiClient): Promise<void> {
  const { loaded_version, active } = await api.get<Status>('/api/mim-registry/status/')
  console.log(
    `\nClass model "${loaded_version}": ${active?.class_count} classes, ${active?.property_count} properties.`,
  )
  const { results } = await api.get<Search>('/api/mim/search/?q=bridge%20domain&limit=4')
  console.log('\nSearch for "bridge domain" (/api/mim/search/):\n')
  console.log(formatTable(['score', 'type', 'name', 'display_name'], results))
  const { associations } = await api.get<Associations>('/api/mim/explorer/relationships/fvBD/')
  console.log('\nSome associations of fvBD (/api/mim/explorer/relationships/fvBD/):\n')
  console.log(formatTable(['direction', 'relation_class', 'class_name', 'cardinality'], associations.slice(0, 5)))
}
