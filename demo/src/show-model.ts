import type { ApiClient } from './api-client.ts'
import { describeFrame, framesOf } from './frames-of.ts'
import { formatTable } from './print-table.ts'

type Status = { loaded_version: string | null; active: { class_count: number; property_count: number; rel_count: number } | null }
type Search = { results: Record<string, unknown>[] }
type Associations = { associations: { direction: string; relation_class: string; class_name: string; cardinality: string }[] }

const VERSION = 'latest'

/** Imports the class model from the registry, live, unless an earlier start has done it. Queries are checked against it from then on. */
export async function installModel(api: ApiClient, url: string): Promise<void> {
  const { loaded_version } = await api.get<Status>('/api/mim-registry/status/')
  if (loaded_version !== null) return
  const { run_id } = await api.post<{ run_id: string }>('/api/mim-registry/remote/install/', { version_key: VERSION })
  console.log(`\nImporting the class model "${VERSION}" from a simulated registry (/ws/mim-import/<id>/):\n`)
  for await (const frame of framesOf(api, url, `/ws/mim-import/${run_id}/`)) {
    // Of the progress only the end of each step, or it would fill the screen.
    const isUnderWay = frame.type === 'progress' && frame.data?.['current'] !== frame.data?.['total']
    if (frame.type !== 'ping' && !isUnderWay) console.log(`  ${describeFrame(frame)}`)
  }
}

/** What the model knows of one class, found in plain words. */
export async function showModel(api: ApiClient): Promise<void> {
  const { loaded_version, active } = await api.get<Status>('/api/mim-registry/status/')
  console.log(`\nClass model "${loaded_version}": ${active?.class_count} classes, ${active?.property_count} properties.`)
  const { results } = await api.get<Search>('/api/mim/search/?q=bridge%20domain&limit=4')
  console.log('\nSearch for "bridge domain" (/api/mim/search/):\n')
  console.log(formatTable(['score', 'type', 'name', 'display_name'], results))
  const { associations } = await api.get<Associations>('/api/mim/explorer/relationships/fvBD/')
  console.log('\nSome associations of fvBD (/api/mim/explorer/relationships/fvBD/):\n')
  console.log(formatTable(['direction', 'relation_class', 'class_name', 'cardinality'], associations.slice(0, 5)))
}
