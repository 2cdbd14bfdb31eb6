import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Wire } from '../../../lib/api/wire.ts'
import { useHeddle } from '../../../lib/session/context.tsx'
import { AUTOMATION_KEY } from '../api.ts'
import { hasEnded } from '../request-states.ts'

const PAUSE_MS = 500

/** Until a request ends, reads it again when something happens to it; its end is read in any case. */
export function useRequestProgress(request: Wire.AutomationRequestDetail | undefined): void {
  const heddle = useHeddle()
  const cache = useQueryClient()
  const id = request && !hasEnded(request.status) ? request.id : undefined
  useEffect(() => {
    if (id === undefined) return
    const stop = new AbortController()
    const readAgain = () => cache.invalidateQueries({ queryKey: AUTOMATION_KEY })
    const follow = async () => {
      let seen = 0
      for await (const _frame of heddle.follow.automationRequest(id, { signal: stop.signal })) {
        if (Date.now() - seen < PAUSE_MS) continue
        seen = Date.now()
        await readAgain()
      }
    }
    follow()
      .catch(() => undefined)
      .then(readAgain)
      .catch(() => undefined)
    return () => stop.abort()
  }, [heddle, cache, id])
}
