import { useMantineColorScheme } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useHeddle, useProfile } from '../../lib/session/context.tsx'
import { AREAS } from './areas.ts'
import { matches } from './match-words.ts'

export type PaletteEntry = {
  readonly id: string
  readonly text: string
  readonly kind: string
  readonly isCode?: boolean
  readonly onSelect: () => void
}

const PAUSE_MS = 150
const MOST_OF_A_KIND = 8

/** What fits the text: pages and actions at once, what the server knows a moment later. */
export function usePaletteEntries(text: string): readonly PaletteEntry[] {
  const heddle = useHeddle()
  const router = useRouter()
  const { permissions } = useProfile()
  const { setColorScheme } = useMantineColorScheme()
  const asked = usePaused(text.trim())
  const may = (permission: string | undefined) => permission === undefined || permissions.includes(permission)

  const queries = useQuery({
    queryKey: ['queries', 'saved-queries', 'palette', asked],
    queryFn: ({ signal }) => heddle.queries.savedQueries.list({ search: asked, page_size: MOST_OF_A_KIND }, { signal }),
    enabled: asked !== '' && may('queries.view_savedquery'),
    placeholderData: (before) => before,
  })

  const pages = AREAS.filter(({ permission }) => may(permission)).map(({ name, to }) => ({
    id: `page-${name}`,
    text: name,
    kind: 'page',
    onSelect: () => void router.navigate({ to }),
  }))
  const themes = (['light', 'dark'] as const).map((scheme) => ({
    id: `theme-${scheme}`,
    text: `Use the ${scheme} theme`,
    kind: 'action',
    onSelect: () => setColorScheme(scheme),
  }))
  const found = (queries.data?.results ?? []).map(({ id, name }) => ({
    id: `query-${id}`,
    text: name,
    kind: 'query',
    onSelect: () => void router.navigate({ href: `/queries/execution-logs/?saved_query=${id}` }),
  }))
  return [...pages, ...found, ...themes].filter((entry) => matches(entry.text, text))
}

/** The text once its typing pauses. */
function usePaused(text: string): string {
  const [paused, setPaused] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return paused
}
