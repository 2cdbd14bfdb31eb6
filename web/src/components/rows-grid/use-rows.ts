import { useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { useSession } from '../../lib/session/context.tsx'
import { type Loaded, RowsClient, type GridRowSource } from './rows-client.ts'
import type { StoreView } from './row-store.ts'

type Rows = {
  readonly client: RowsClient
  readonly loaded: Loaded
  /** These are the rows of the source before: the first ones of the next have not arrived. */
  readonly isStale: boolean
  readonly onReload: () => void
}

/** The rows of a source, as a view shows them. A source is compared by identity: keep it in a memo. */
export function useRows(source: GridRowSource, viewOf: (columns: readonly string[]) => StoreView): Rows {
  const { credentials } = useSession()
  const [client, setClient] = useState(() => new RowsClient(source))
  const [attempt, setAttempt] = useState(0)
  const open = useRef<RowsClient>(undefined)
  const loaded = useStore(client.store)

  useEffect(() => () => open.current?.close(), [])

  useEffect(() => {
    const next = new RowsClient(source)
    const stop = next.store.subscribe(({ hits, count, isDone }) => {
      // Until there is something to see, what was there before stays.
      if (!isDone && (count === 0 || hits === 0)) return
      stop()
      open.current?.close()
      open.current = next
      setClient(next)
    })
    next.look(viewOf(source.columns))
    next.start(credentials)
    return () => {
      stop()
      if (open.current !== next) next.close()
    }
    // oxlint-disable-next-line react/exhaustive-deps -- Once it is shown, its view follows `useView`.
  }, [source, attempt, credentials])

  return { client, loaded, isStale: client.source !== source, onReload: () => setAttempt(attempt + 1) }
}

/** Shows the rows in another way. */
export function useView(client: RowsClient, { sort, find, columns, filters }: StoreView): void {
  useEffect(() => client.look({ sort, find, columns, filters }), [client, sort, find, columns, filters])
}
