import { type CallOptions, HeddleError } from '@heddle/client'
import { useRef, useState } from 'react'
import type { QueryRef } from '../api.ts'

export type Failure = { readonly query: QueryRef; readonly reason: string }
type State = { readonly done: number; readonly isRunning: boolean; readonly failures: readonly Failure[] }

export type Act = (query: QueryRef, options: CallOptions) => Promise<unknown>

/** Waits its turn when the server asks it to: it was one decision of the user, however many calls it takes. */
const PATIENT: CallOptions = { retries: 5 }

/** Does something with one query after the other; one that fails does not stop the rest. */
export function useBulk() {
  const [state, setState] = useState<State>({ done: 0, isRunning: false, failures: [] })
  const isStopped = useRef(false)
  const isOver = () => isStopped.current

  const run = async (queries: readonly QueryRef[], act: Act): Promise<readonly Failure[]> => {
    isStopped.current = false
    const failures: Failure[] = []
    setState({ done: 0, isRunning: true, failures })
    for (const [index, query] of queries.entries()) {
      if (isOver()) break
      try {
        await act(query, PATIENT)
      } catch (error: unknown) {
        failures.push({ query, reason: reasonOf(error) })
      }
      setState({ done: index + 1, isRunning: true, failures: [...failures] })
    }
    setState((before) => ({ ...before, isRunning: false }))
    return failures
  }

  return { ...state, run, stop: () => (isStopped.current = true) }
}

function reasonOf(error: unknown): string {
  if (error instanceof HeddleError && error.status === 404) return 'It was deleted in the meantime.'
  return error instanceof Error ? error.message : String(error)
}
