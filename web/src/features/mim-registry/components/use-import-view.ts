import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Wire } from '../../../lib/api/wire.ts'
import { useHeddle } from '../../../lib/session/context.tsx'
import { REGISTRY_KEY } from '../api.ts'
import {
  afterImportFrame,
  furtherOf,
  type ImportView,
  type ImportSample,
  secondsLeft,
  viewOfRun,
} from './import-view.ts'

const LOOK_MS = 1_000

/** A running import, live by its channel; while that is away, as it was stored last. */
export function useImportView(run: Wire.MimImportRun): {
  readonly view: ImportView
  readonly left: number | undefined
} {
  const live = useChannel(run.id)
  const view = furtherOf(viewOfRun(run), live)
  return { view, left: useSecondsLeft(view) }
}

function useChannel(id: string): ImportView | undefined {
  const heddle = useHeddle()
  const cache = useQueryClient()
  const [live, setLive] = useState<ImportView>()
  useEffect(() => {
    const stop = new AbortController()
    const follow = async () => {
      for await (const frame of heddle.follow.modelImport(id, { signal: stop.signal }))
        setLive((before) => afterImportFrame(before, frame))
    }
    // It has ended, or cannot be followed: the stored run says which, now and every other second.
    void follow()
      .catch(() => undefined)
      .finally(() => void cache.invalidateQueries({ queryKey: [...REGISTRY_KEY, 'runs', id] }))
    return () => stop.abort()
  }, [heddle, cache, id])
  return live
}

/** At the pace since the first look of this page at this phase. */
function useSecondsLeft({ phase, what, done, total }: ImportView): number | undefined {
  const key = `${phase} ${what}`
  const first = useRef<ImportSample & { readonly key: string }>(undefined)
  const [left, setLeft] = useState<number>()
  const look = useEffectEvent(() => {
    const now = { at: performance.now(), done }
    if (first.current?.key !== key) first.current = { ...now, key }
    setLeft(secondsLeft(first.current, now, total))
  })
  useEffect(() => {
    look()
    const timer = setInterval(look, LOOK_MS)
    return () => clearInterval(timer)
  }, [key])
  return left
}
