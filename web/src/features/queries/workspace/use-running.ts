import { variablesOf } from '@heddle/domain/canvas-editing/variables.ts'
import type { WireCanvas } from '@heddle/domain/canvas-editing/wire-canvas.ts'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { missingFields, stripFields } from '../../../canvas/variables/strip-fields.ts'
import { useAddress } from './use-address.ts'
import { defaultsOf } from './declared.ts'
import type { QueryDocument } from './use-document.ts'
import { useIsAnswer } from './use-is-answer.ts'
import { useLastRun } from './use-last-run.ts'
import { type Ran, useRun } from './use-run.ts'

export type Running = {
  /** The last run that gave rows. */
  readonly ran: Ran | undefined
  /** Why the last run did not start. */
  readonly refused: { readonly error: Error; readonly onRetry: () => void } | undefined
  /** Runs the canvas on the screen, or part of it; on several fabrics where they are named. */
  readonly run: (part?: WireCanvas, connections?: readonly string[]) => void
  readonly cancel: () => void
  /** The rows of its last run are on their way. */
  readonly isLooking: boolean
}

/** Runs of the canvas on the screen; the store has the newest, and the address its id. */
export function useRunning({ store, base, declared }: QueryDocument, connection: string | undefined): Running {
  const { search, variables, change } = useAddress()
  const { ran, setRan, refused, start, cancel } = useRun(store)
  const isAnswer = useIsAnswer(base)
  const { isLooking } = useLastRun({ store, base, connection, run: search.run, isAnswer, onFound: setRan })
  const showRun = (id: string) => change({ run: id })
  const run = (part?: WireCanvas, connections?: readonly string[]) => {
    const { history, isEdited, endBegun } = store.getState()
    endBegun()
    const canvas = part ?? history.present
    if (connection === undefined || canvas.nodes.length === 0) return
    if (missingFields(stripFields(declared.parameters, variablesOf(canvas)), variables).length > 0) {
      store.setState(({ valuesWanted }) => ({ valuesWanted: valuesWanted + 1 }))
      return
    }
    change({ as_of: undefined, tab: undefined, version: undefined })
    const given = {
      canvas,
      queryId: base?.id,
      isEdited: isEdited || part !== undefined,
      connection,
      connections,
      // The server knows the defaults of a saved query.
      variables: base ? variables : { ...defaultsOf(declared), ...variables },
    }
    void start(given, showRun)
  }
  useRunsAtOnce(() => {
    if (connection === undefined || store.getState().history.present.nodes.length === 0) return false
    run()
    return true
  })
  return {
    ran,
    refused: refused && { error: refused.error, onRetry: () => void start(refused.given, showRun) },
    run,
    cancel: () => void cancel(),
    isLooking,
  }
}

/** Who came here by “Query all objects” wants the rows; once a connection is known. */
function useRunsAtOnce(tryToRun: () => boolean): void {
  const router = useRouter()
  const waits = useRef(router.latestLocation.state.runs === true)
  useEffect(() => {
    if (waits.current && tryToRun()) waits.current = false
  })
}
