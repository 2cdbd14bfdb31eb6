import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useAskElsewhere } from '../../components/ai/ask-field.tsx'
import { copyText } from '../../components/rows-grid/copy-text.ts'
import { useOfferedActions } from '../../components/page-actions.tsx'
import { toast, toastFailure } from '../../components/toasts.tsx'
import type { Wire } from '../../lib/api/wire.ts'
import { useHeddle, useMay, useProfile } from '../../lib/session/context.tsx'
import { useChangePreferences } from '../../lib/session/preferences.ts'
import { QUERIES_KEY } from '../../resources/queries.ts'
import { connectionList } from '../../resources/connections.ts'
import { AREAS, isOpenTo, PAGES } from './areas.ts'
import { useCaptureEntries } from './capture-entries.ts'
import { useKeyActions } from './keys.tsx'
import { fitOf } from './match-words.ts'
import { isDn, useObjectEntries } from './object-entries.ts'
import type { PaletteEntry } from './palette-entry.ts'
import { addRecent, readRecent } from './recent.ts'
import { useSignOut } from './use-sign-out.ts'
import { words } from './words.ts'

const PAUSE_MS = 120
const MOST = 40
const MOST_CLASSES = 8
/** Each class is listed twice: as a new query, and as what the model says of it. */
const MOST_CLASS_PAGES = 4
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
  const paused = usePaused(text.trim())
  const captures = useCaptureEntries(paused)
  const objects = useObjectEntries(text.trim(), paused)
  const questions = useQuestionEntries(text.trim())
  const all = [...objects, ...local, ...queries, ...connections, ...captures, ...classes]

  const choose = (entry: PaletteEntry) => {
    if (entry.href !== undefined) {
      addRecent(userId, { ...entry, href: entry.href })
      void router.navigate({ href: entry.href })
    }
    entry.onSelect?.()
  }
  if (text.trim() === '') {
    const recent = readRecent(userId).map((entry) => ({
      ...entry,
      note: 'recent',
      isCode: entry.kind.startsWith('class'),
    }))
    const isRecent = new Set(recent.map(({ id }) => id))
    return { entries: [...recent, ...local.filter(({ id }) => !isRecent.has(id))], choose }
  }
  const recentIds = readRecent(userId).map(({ id }) => id)
  const ranked = all
    .map((entry, index) => ({ entry, index, fit: rankOf(entry, fitOf(entry.text, text)) }))
    .filter((one): one is typeof one & { fit: number } => one.fit !== undefined)
    .toSorted(
      (a, b) => a.fit - b.fit || recencyOf(a.entry, recentIds) - recencyOf(b.entry, recentIds) || a.index - b.index,
    )
  return { entries: [...ranked.slice(0, MOST).map(({ entry }) => entry), ...questions], choose }
}

/** There are thousands of classes: unless one begins with what is typed, they come after everything else. */
const AMONG_OTHERS = 1
const FOUND_BY_SERVER = 5

function rankOf({ isFound }: PaletteEntry, fit: number | undefined): number | undefined {
  if (!isFound) return fit
  return fit !== undefined && fit <= AMONG_OTHERS ? fit : FOUND_BY_SERVER + (fit ?? FOUND_BY_SERVER)
}

function recencyOf({ id }: PaletteEntry, recentIds: readonly string[]): number {
  const at = recentIds.indexOf(id)
  return at === -1 ? recentIds.length : at
}

/** Actions of the page, pages, and what can be done anywhere: known without asking. */
function useLocalEntries(): readonly PaletteEntry[] {
  const profile = useProfile()
  const { showHelp } = useKeyActions()
  const signOut = useSignOut()
  const { mutate: change } = useChangePreferences((error) => toastFailure(words.account.themeNotSaved, error))
  const offered = useOfferedActions().map(({ id, text, keys, onSelect }) => ({
    id: `here-${id}`,
    text,
    kind: 'this page',
    note: keys,
    onSelect,
  }))
  const pages = [...AREAS, ...PAGES]
    .filter((page) => isOpenTo(page, profile))
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
    { id: 'copy-link', text: words.copyLink, kind: 'action', onSelect: () => void copyLink() },
    { id: 'help', text: 'Keys and shortcuts', kind: 'action', note: '?', onSelect: showHelp },
    { id: 'sign-out', text: words.account.signOut, kind: 'action', onSelect: () => void signOut() },
  ]
}

async function copyLink(): Promise<void> {
  try {
    await copyText(location.href)
    toast(words.linkCopied)
  } catch (error) {
    toastFailure(words.linkNotCopied, error as Error)
  }
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
    enabled: asked.length > 1 && hasModel,
    placeholderData: (before) => before,
    staleTime: FRESH_MS,
  })
  if (asked.length <= 1) return []
  const entries = (found.data?.results ?? []).map(({ name, display_name: label }) => ({
    text: name,
    note: label ?? undefined,
    isCode: true,
    isFound: true,
  }))
  const pages = entries.slice(0, MOST_CLASS_PAGES).map((entry) => ({
    ...entry,
    id: `class-page-${entry.text}`,
    kind: 'class page',
    href: `/mim/class/${encodeURIComponent(entry.text)}/`,
  }))
  if (!mayDraw) return pages
  const drafts = entries.map((entry) => ({
    ...entry,
    id: `class-${entry.text}`,
    kind: 'class',
    href: `/queries/saved-queries/new?class=${encodeURIComponent(entry.text)}`,
  }))
  return [...drafts, ...pages]
}

/** Shorter texts are names. */
const SHORTEST_QUESTION = 8

/** Below everything that was found: whatever is typed may be a question. */
function useQuestionEntries(text: string): readonly PaletteEntry[] {
  const ask = useAskElsewhere()
  const mayDraw = useMay('queries.add_savedquery')
  if (!mayDraw || text.length < SHORTEST_QUESTION || isDn(text)) return []
  return [{ id: 'ask', text: words.askAi(text), kind: 'question', onSelect: () => ask(text) }]
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
