import { LRUCache } from 'lru-cache'
import { setImmediate as otherWork } from 'node:timers/promises'
import type { SnapshotRow } from './snapshots.tables.ts'
import type { DnEntry, ArchiveContext } from './archive-types.ts'
import { loadManifest } from './load-manifest.ts'
import { readChunks, sourceOf } from './read-chunks.ts'
import { withTool } from './thread/threads.ts'

const READ_AT_ONCE = 64
const MOST_LISTS = 4
/** Over all cached lists; a longer list is cached alone. */
const MOST_ENTRIES = 500_000

/** DNs of snapshots, in byte order. The latest lists are cached, because a search requests them on every keystroke. */
export function createDnLists(parts: ArchiveContext) {
  const lists = new LRUCache<string, Promise<readonly DnEntry[]>>({ max: MOST_LISTS, maxSize: MOST_ENTRIES })

  return (snapshot: SnapshotRow): Promise<readonly DnEntry[]> => {
    const known = lists.get(snapshot.id)
    if (known) return known
    const list = readDns(parts, snapshot)
    // A list that fills the whole cache evicts all others; with a larger size it would be refused.
    lists.set(snapshot.id, list, { size: Math.min(Math.max(snapshot.rowCount, 1), MOST_ENTRIES) })
    list.catch(() => lists.delete(snapshot.id))
    return list
  }
}

async function readDns(parts: ArchiveContext, snapshot: SnapshotRow): Promise<readonly DnEntry[]> {
  const { className, isDnSorted, lineageId } = snapshot
  const source = sourceOf(parts)
  const ids = [...(await loadManifest(source, snapshot)).ids]
  const pages = await withTool(
    parts.threads,
    'dnLister',
    { className: className ?? '', isDnSorted },
    async (lister) => {
      for (let start = 0; start < ids.length; start += READ_AT_ONCE) {
        await lister.call('add', await readChunks(source, lineageId, ids.slice(start, start + READ_AT_ONCE)))
      }
      return lister.call('finish', undefined)
    },
  )
  return parsePages(pages)
}

async function parsePages(pages: readonly string[]): Promise<DnEntry[]> {
  const entries: DnEntry[] = []
  for (const page of pages) {
    for (const [dn, className] of JSON.parse(page) as [string, string][]) entries.push({ dn, className })
    await otherWork()
  }
  return entries
}
