import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useHeddle, useMay } from '../lib/session/context.tsx'
import { keepFollowing } from '../lib/sockets/keep-following.ts'
import { RUNS_KEY } from './runs.ts'

/** Lists of runs; the page of one run follows that itself. */
const LISTS = ['list', 'newest'] as const
/** A thousand tasks may end within seconds. */
const PAUSE_MS = 3_000
const FIRST_MS = 200

/** While a page shows lists of runs, they are read again once a run has ended, no matter who started it. */
export function useLiveRuns(): void {
  const heddle = useHeddle()
  const cache = useQueryClient()
  const mayView = useMay('queries.view_executionlog')
  useEffect(() => {
    if (!mayView) return
    const controller = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    let readAt = -Infinity
    let wasAway = false
    const read = () => {
      timer = undefined
      readAt = Date.now()
      for (const list of LISTS) void cache.invalidateQueries({ queryKey: [...RUNS_KEY, list] })
    }
    const readSoon = () => {
      timer ??= setTimeout(read, Math.max(FIRST_MS, readAt + PAUSE_MS - Date.now()))
    }
    void keepFollowing(heddle.follow.runs, controller.signal, {
      onFrame: readSoon,
      onState: ({ kind }) => {
        // Frames of what ended meanwhile are lost.
        if (kind === 'live' && wasAway) readSoon()
        wasAway = kind === 'waiting'
      },
    })
    return () => {
      controller.abort()
      clearTimeout(timer)
    }
  }, [heddle, cache, mayView])
}
