import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useOfferedActions } from '../../components/page-actions.tsx'
import { toast } from '../../components/toasts.tsx'
import type { Wire } from '../../lib/api/wire.ts'
import { useHeddle, useMay, useProfile } from '../../lib/session/context.tsx'
import { useChangePreferences } from '../../lib/session/preferences.ts'
import { QUERIES_KEY } from '../../resources/queries.ts'
import { connectionList } from '../../resources/connections.ts'
import { AREAS, PAGES } from './areas.ts'
import { useKeyActions } from './keys.tsx'
import { fitOf } from './match-words.ts'
import { addRecent, readRecent } from './recent.ts'

type PaletteEntry = {
  readonly id: string
  readonly text: string
  readonly kind: string
  /** Beside it: the label of a class, the keys of an action. */
  readonly note?: string | undefined
  readonly isCode?: boolean
  /** Found by the server, which searches more than the text. */
  readonly isFound?: boolean
  /** Where it leads; such an entry can be recent. */
  readonly href?: string
  readonly onSelect?: () => void
}

const PAUSE_MS = 120
const MOST = 40
const MOST_CLASSES = 8
/** Their names are searched here, so that every word may be typed in any order; the server knows the others. */
const KNOWN_QUERIES = 200
const FRESH_MS = 60_000

/** What fits the text, and what choosing it does. With nothing typed, what was chosen last comes first. */
export function usePaletteEntries(text: string): {
  readonly entries: readonly PaletteEntry[]
  readonly choose: (entry: PaletteEntry) => void
} {
  const router = useRouter()
  const { id: userId } = useProfile()
  const local = useLocalEntries()
  const queries = useQueryEntries(text)
  const classes = useClassEntries(text)
  const connections = useConnectionEntries()
  const all = [...local, ...queries, ...connections, ...classes]

  const choose = (entry: PaletteEntry) => {
    if (entry.href !== undefined) {
      addRecent(userId, { ...entry, href: entry.href })
      void router.navigate({ href: entry.href })
    }
    entry.onSelect?.()
  }
  if (text.trim() === '') {
    const recent = readRecent(userId).map((entry) => ({ ...entry, note: 'recent', isCode: entry.kind === 'class' }))
    const isRecent = new Set(recent.map(({ id }) => id))
    return { entries: [...recent, ...local.filter(({ id }) => !isRecent.has(id))], choose }
  }
  const recentIds = readRecent(userId).map(({ id }) => id)
  const ranked = all
    .map((entry, index) => ({ entry, index, fit: fitOf(entry.text, text) ?? (entry.isFound ? 5 : undefined) }))
    .filter((one): one is typeof one & { fit: number } => one.fit !== undefined)
    .toSorted(
      (a, b) => a.fit - b.fit || recencyOf(a.entry, recentIds) - recencyOf(b.entry, recentIds) || a.index - b.index,
    )
  return { entries: ranked.slice(0, MOST).map(({ entry }) => entry), choose }
}

function recencyOf({ id }: PaletteEntry, recentIds: readonly string[]): number {
  const at = recentIds.indexOf(id)
  return at === -1 ? recentIds.length : at
}

/** Actions of the page, pages, and what can be done anywhere: known without asking. */
function useLocalEntries(): readonly PaletteEntry[] {
  const { permissions } = useProfile()
  const { showHelp } = useKeyActions()
  const { mutate: change } = useChangePreferences((error) =>
    toast(`The theme was not saved. ${error.message}`, { kind: 'failed' }),
  )
  const offered = useOfferedActions().map(({ id, text, keys, onSelect }) => ({
    id: `here-${id}`,
    text,
    kind: 'this page',
    note: keys,
    onSelect,
  }))
  const pages = [...AREAS, ...PAGES]
    .filter(({ permission }) => permission === undefined || permissions.includes(permission))
    .map(({ name, to, key }) => ({
      id: `page-${name}`,
      text: name,
      kind: 'page',
      note: key === undefined ? undefined : `G ${key}`,
      href: to,
    }))
  const themes = (['light', 'dark', 'system'] as const).map((theme) => ({
    id: `theme-${theme}`,
    text: theme === 'system' ? 'Use the theme of the system' : `Use the ${theme} theme`,
    kind: 'action',
    onSelect: () => change({ theme }),
  }))
  return [
    ...offered,
    ...pages,
    ...themes,
    { id: 'help', text: 'Keys and shortcuts', kind: 'action', note: '?', onSelect: showHelp },
  ]
}

function useQueryEntries(text: string): readonly PaletteEntry[] {
  const { queries } = useHeddle()
  const isAllowed = useMay('queries.view_savedquery')
  const asked = usePaused(text.trim())
  const newest = useQuery({
    queryKey: [...QUERIES_KEY, 'palette'],
    queryFn: ({ signal }) =>
      queries.savedQueries.list({ page_size: KNOWN_QUERIES, ordering: '-updated_at' }, { signal }),
    enabled: isAllowed,
    staleTime: FRESH_MS,
  })
  const isMore = (newest.data?.count ?? 0) > KNOWN_QUERIES
  const found = useQuery({
    queryKey: [...QUERIES_KEY, 'palette', asked],
    queryFn: ({ signal }) => queries.savedQueries.list({ search: longestWord(asked), page_size: 20 }, { signal }),
    enabled: isAllowed && isMore && asked !== '',
    placeholderData: (before) => before,
  })
  const byId = new Map(
    [...(newest.data?.results ?? []), ...(isMore ? (found.data?.results ?? []) : [])].map((query) => [query.id, query]),
  )
  return [...byId.values()].map(({ id, name }) => ({
    id: `query-${id}`,
    text: name,
    kind: 'query',
    href: `/queries/saved-queries/${id}/`,
  }))
}

function useClassEntries(text: string): readonly PaletteEntry[] {
  const { mim } = useHeddle()
  const asked = usePaused(text.trim())
  const mayDraw = useMay('queries.add_savedquery')
  // The status bar has asked already.
  const hasModel = useQueryClient().getQueryData<Wire.MimStats>(['mim', 'stats'])?.controller_version !== null
  const found = useQuery({
    queryKey: ['mim', 'search', 'palette', asked],
    queryFn: ({ signal }) => mim.search({ q: asked, type: 'class', limit: MOST_CLASSES }, { signal }),
    enabled: asked.length > 1 && mayDraw && hasModel,
    placeholderData: (before) => before,
    staleTime: FRESH_MS,
  })
  if (asked.length <= 1) return []
  return (found.data?.results ?? []).map(({ name, display_name: label }) => ({
    id: `class-${name}`,
    text: name,
    kind: 'class',
    note: label ?? undefined,
    isCode: true,
    isFound: true,
    href: `/queries/saved-queries/new?class=${encodeURIComponent(name)}`,
  }))
}

function useConnectionEntries(): readonly PaletteEntry[] {
  const isAllowed = useMay('controller.view_connection')
  const found = useQuery({ ...connectionList(useHeddle()), enabled: isAllowed })
  return (found.data ?? []).map(({ id, name }) => ({
    id: `connection-${id}`,
    text: name,
    kind: 'connection',
    href: `/controller/connections/?search=${encodeURIComponent(name)}`,
  }))
}

const longestWord = (text: string): string => text.split(/\s+/).toSorted((a, b) => b.length - a.length)[0] ?? ''

/** The text once its typing pauses. */
function usePaused(text: string): string {
  const [paused, setPaused] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return paused
}
