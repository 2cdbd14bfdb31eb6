import { HeddleError } from '@heddle/client'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Heddle } from '../../../lib/api/heddle.ts'
import { useHeddle } from '../../../lib/session/context.tsx'
import { AUTOMATION_KEY } from '../api.ts'
import { OutputText } from '../log/output-text.ts'

export type LiveOutput = {
  readonly lines: readonly string[]
  /** More may come. */
  readonly isLive: boolean
  readonly error: Error | undefined
}

const NOTHING: LiveOutput = { lines: [], isLive: true, error: undefined }

/** What a job prints: all that it has printed, then more as it comes, until its end. */
export function useLiveOutput(id: string): LiveOutput {
  const heddle = useHeddle()
  const cache = useQueryClient()
  const [shown, setShown] = useState(NOTHING)
  useEffect(() => {
    const stop = new AbortController()
    const { signal } = stop
    const output = new OutputText()
    let drawing = 0
    const draw = (isLive: boolean, error?: Error) => {
      cancelAnimationFrame(drawing)
      drawing = requestAnimationFrame(() => setShown({ lines: output.lines, isLive, error }))
    }
    const follow = async () => {
      for await (const { type, data } of heddle.follow.automationExecution(id, { signal })) {
        if (type === 'stdout_replaced') output.cut(data.offset)
        if (type === 'stdout_chunk' && !output.add(data.offset, data.text)) await readStored(heddle, id, output, signal)
        if (type === 'status_changed') void cache.invalidateQueries({ queryKey: AUTOMATION_KEY })
        draw(true)
      }
    }
    follow()
      .catch(async (error: unknown) => {
        // It may not be followed, or there is no channel: what is stored can still be read.
        if (!(error instanceof HeddleError && error.status === 403)) await readStored(heddle, id, output, signal)
      })
      .then(
        () => draw(false),
        (error: unknown) => draw(false, error as Error),
      )
    return () => {
      stop.abort()
      cancelAnimationFrame(drawing)
      setShown(NOTHING)
    }
  }, [heddle, cache, id])
  return shown
}

async function readStored(heddle: Heddle, id: string, output: OutputText, signal: AbortSignal): Promise<void> {
  for await (const { offset, text } of heddle.automation.executions.stdoutAll(id, { page_size: 20 }, { signal }))
    output.add(offset, text)
}
