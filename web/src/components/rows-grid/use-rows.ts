import { useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { useSession } from '../../lib/session/context.tsx'
import { type Loaded, RowsClient, type GridRowSource } from './rows-client.ts'
import type { StoreView } from './row-store.ts'
import { RowsAhead } from './rows-ahead.ts'

type Rows = {
  readonly client: RowsClient
  readonly loaded: Loaded
  /** These are the rows of the source before: the first ones of the next have not arrived. */
  readonly isStale: boolean
  readonly onReload: () => void
}

/** One steps on faster than this while looking for something. */
const REST_MS = 150
const NOTHING: readonly GridRowSource[] = []

/**
 * The rows of a source, as a view shows them. A source is compared by identity: keep it in a memo. The rows of `ahead`
 * are read as soon as the ones that are shown are complete.
 */
export function useRows(
  source: GridRowSource,
  viewOf: (columns: readonly string[]) => StoreView,
  ahead: readonly GridRowSource[] = NOTHING,
): Rows {
  const { credentials } = useSession()
  const [client, setClient] = useState(() => new RowsClient(source))
  const [waiting] = useState(() => new RowsAhead())
  const [attempt, setAttempt] = useState(0)
  const open = useRef<RowsClient>(undefined)
  const loaded = useStore(client.store)
  const isStale = client.source !== source

  useEffect(
    () => () => {
      open.current?.close()
      waiting.keepOnly(NOTHING)
    },
    [waiting],
  )

  useEffect(() => {
    const known = waiting.take(source)
    const next = known ?? new RowsClient(source)
    const show = () => {
      const before = open.current
      if (before && ahead.includes(before.source)) waiting.keep(before)
      else before?.close()
      open.current = next
      setClient(next)
    }
    // Until there is something to see, what was there before stays.
    const isSeen = ({ hits, count, isDone }: Loaded): boolean => isDone || (count > 0 && hits > 0)
    let stop = () => {}
    if (isSeen(next.store.getState())) show()
    else
      stop = next.store.subscribe((state) => {
        if (!isSeen(state)) return
        stop()
        show()
      })
    if (!known) {
      next.look(viewOf(source.columns))
      next.start(credentials)
    }
    return () => {
      stop()
      if (open.current !== next) next.close()
    }
    // oxlint-disable-next-line react/exhaustive-deps -- Once it is shown, its view follows `useView`.
  }, [source, attempt, credentials])

  useEffect(() => {
    waiting.keepOnly(ahead)
    if (isStale || !loaded.isDone || ahead.length === 0) return
    const timer = setTimeout(() => waiting.read(ahead, client.view(), credentials), REST_MS)
    return () => clearTimeout(timer)
  }, [waiting, ahead, isStale, loaded.isDone, client, credentials])

  return { client, loaded, isStale, onReload: () => setAttempt(attempt + 1) }
}

/** Shows the rows in another way. */
export function useView(client: RowsClient, { sort, find, columns, filters }: StoreView): void {
  useEffect(() => client.look({ sort, find, columns, filters }), [client, sort, find, columns, filters])
}
