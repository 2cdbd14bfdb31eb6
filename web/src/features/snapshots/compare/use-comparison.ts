import { useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { useSession } from '../../../lib/session/context.tsx'
import type { Wire } from '../../../lib/api/wire.ts'
import { CompareClient, type Compared } from './compare-client.ts'
import type { CompareView } from './comparison.ts'

export type Comparing = {
  readonly client: CompareClient
  readonly compared: Compared
  /** This is the comparison before; the newest has not arrived. */
  readonly isStale: boolean
  readonly onRetry: () => void
}

type Running = { readonly client: CompareClient; readonly body: Wire.CompareBody; readonly attempt: number }

/** Compares as the body says. Until the next comparison is there, the one before stays. */
export function useComparison(body: Wire.CompareBody, view: CompareView): Comparing {
  const { credentials } = useSession()
  const [attempt, setAttempt] = useState(0)
  const [shown, setShown] = useState<Running>(() => ({ client: new CompareClient(body), body, attempt: -1 }))

  const open = useRef<CompareClient>(undefined)
  useEffect(() => () => open.current?.close(), [])

  useEffect(() => {
    const client = new CompareClient(body)
    const stop = client.store.subscribe(({ viewed, failure }) => {
      if (viewed === undefined && failure === undefined) return
      stop()
      open.current?.close()
      open.current = client
      setShown({ client, body, attempt })
    })
    client.look(view)
    client.start(credentials)
    return () => {
      stop()
      if (open.current !== client) client.close()
    }
    // oxlint-disable-next-line react/exhaustive-deps -- Once it is shown, its view follows below.
  }, [body, attempt, credentials])

  useEffect(() => shown.client.look(view), [shown.client, view])

  return {
    client: shown.client,
    compared: useStore(shown.client.store),
    isStale: shown.body !== body || shown.attempt !== attempt,
    onRetry: () => setAttempt(attempt + 1),
  }
}
