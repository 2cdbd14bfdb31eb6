import type { MenuEntry } from '../../../components/menu.tsx'
import { useMay } from '../../../lib/session/context.tsx'
import type { ReadQuery } from '../api.ts'
import { useCopies, useLinks } from '../components/use-query-entries.ts'
import { words } from '../words.ts'
import type { Dialogs } from './use-dialogs.ts'

const NONE = { id: '', name: '', is_favorite: false } as const

/** What the list of queries offers for each of them, besides what the workspace has itself. */
export function useManageEntries(
  query: ReadQuery | undefined,
  isMine: boolean,
  dialogs: Dialogs,
): readonly MenuEntry[] {
  const mayDelete = useMay('queries.delete_savedquery')
  const { copyLink, runs, schedules } = useLinks(query ?? NONE)
  const copies = useCopies(query ?? NONE)
  if (!query) return []
  const remove: MenuEntry = {
    text: words.remove,
    isDangerous: true,
    impossible: isMine ? undefined : words.ownedBy(query.created_by),
    onSelect: () => dialogs.ask({ kind: 'delete' }),
  }
  return ['line', copyLink, ...runs, ...schedules, 'line', ...copies, ...(mayDelete ? ['line' as const, remove] : [])]
}
