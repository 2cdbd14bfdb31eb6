import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Wire } from '../../../lib/api/wire.ts'
import { useHeddle } from '../../../lib/session/context.tsx'
import { RUNS_KEY } from '../../../resources/runs.ts'

/** While a run goes on, follows it, and reads it again when something happens; its end is read in any case. */
export function useRunProgress(run: Wire.ExecutionLog | undefined): void {
  const heddle = useHeddle()
  const queries = useQueryClient()
  const id = run?.status === 'running' ? run.id : undefined
  const pipeline = run?.pipeline_execution ?? undefined

  useEffect(() => {
    if (id === undefined) return
    const controller = new AbortController()
    const readAgain = async () => {
      await queries.invalidateQueries({ queryKey: [...RUNS_KEY, 'detail', id] })
      if (pipeline !== undefined)
        await queries.invalidateQueries({ queryKey: ['queries', 'pipeline-executions', pipeline] })
    }
    const follow = async () => {
      let seen = 0
      for await (const _frame of heddle.follow.run(id, { signal: controller.signal })) {
        if (Date.now() - seen < 500) continue
        seen = Date.now()
        await readAgain()
      }
    }
    follow()
      .catch(() => undefined)
      .then(readAgain)
      .catch(() => undefined)
    return () => controller.abort()
  }, [heddle, queries, id, pipeline])
}
