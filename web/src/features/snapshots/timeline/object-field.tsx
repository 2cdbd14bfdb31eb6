import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { SuggestField } from '../../../components/suggest-field.tsx'
import type { Heddle } from '../../../lib/api/heddle.ts'
import { useHeddle } from '../../../lib/session/context.tsx'
import { useLater } from '../../../lib/time/use-later.ts'
import { HISTORY_KEY } from '../../../resources/history.ts'
import { words } from './words.ts'

type Props = {
  readonly label: string
  readonly query: string
  readonly value: string
  readonly onTake: (dn: string) => void
}

const PAUSE_MS = 150
const MOST = 50

/** An object by any part of its DN; those of the newest capture are offered. */
export function ObjectField({ label, query, value, onTake }: Props) {
  const [text, setText] = useState(value)
  const [shown, setShown] = useState(value)
  // It changed elsewhere, such as by going back.
  if (shown !== value) {
    setShown(value)
    setText(value)
  }
  const asked = useLater(text, PAUSE_MS)
  // What is chosen would find only itself.
  const found = useQuery(dnsOf(useHeddle(), query, asked === value ? '' : asked))
  return (
    <SuggestField
      label={label}
      isCode
      value={text}
      placeholder={words.exampleDn}
      suggestions={(found.data?.dns ?? []).map(({ dn, className }) => ({ value: dn, note: className }))}
      onChange={setText}
      onTake={onTake}
    />
  )
}

const dnsOf = (heddle: Heddle, query: string, text: string) =>
  queryOptions({
    queryKey: [...HISTORY_KEY, 'dns', query, text],
    queryFn: ({ signal }) => heddle.history.savedQueries.dns(query, { q: text, limit: MOST }, { signal }),
    placeholderData: (before) => before,
    staleTime: 60_000,
  })
