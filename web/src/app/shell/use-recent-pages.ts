import { useEffect } from 'react'
import { addRecent } from './recent.ts'

const KINDS: readonly (readonly [path: RegExp, kind: string])[] = [
  [/^\/queries\/saved-queries\/(?!new)([^/]+)\/?$/, 'query'],
  [/^\/queries\/execution-logs\/([^/]+)\/?$/, 'run'],
  [/^\/history\/snapshots\/([^/]+)\/?$/, 'snapshot'],
  [/^\/mim\/class\/([^/]+)\/?$/, 'class page'],
]
const OURS = ' · Heddle'
/** While it is read, a page is called by its kind. */
const GENERIC: ReadonlySet<string> = new Set(['Query', 'Runs', 'Snapshot', 'New query'])

/** Remembers the queries, runs, snapshots and classes that were opened, which the palette offers first. */
export function useRecentPages(userId: number): void {
  useEffect(() => {
    const title = document.querySelector('title')
    if (!title) return
    const observer = new MutationObserver(() => noteVisit(userId))
    observer.observe(title, { childList: true })
    return () => observer.disconnect()
  }, [userId])
}

function noteVisit(userId: number): void {
  const { pathname } = location
  const text = document.title.replace(OURS, '')
  if (GENERIC.has(text)) return
  for (const [path, kind] of KINDS) {
    const id = path.exec(pathname)?.[1]
    if (id !== undefined) addRecent(userId, { id: `${kind}-${id}`, text, kind, href: pathname })
  }
}
