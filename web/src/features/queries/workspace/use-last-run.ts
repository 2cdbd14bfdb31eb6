import { EMPTY_CANVAS, wireCanvas } from '@heddle/domain/canvas-editing/wire-canvas.ts'
import { useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import type { CanvasStore } from '../../../canvas/canvas-store.ts'
import { runViewOf } from '../../../canvas/run/run-of-stages.ts'
import type { Heddle } from '../../../lib/api/heddle.ts'
import type { Wire } from '../../../lib/api/wire.ts'
import { useHeddle, useMay, useProfile } from '../../../lib/session/context.tsx'
import type { ReadQuery } from '../api.ts'
import { type Ran, stagesOf } from './use-run.ts'

type Given = {
  readonly store: CanvasStore
  readonly base: ReadQuery | undefined
  readonly connection: string | undefined
  /** The run that the address names. */
  readonly run: string | undefined
  /** Nothing is drawn, so nothing is checked first. */
  readonly isAnswer: boolean
  readonly onFound: (ran: Ran) => void
}

/**
 * The rows that the page opens with: those of the run in the address, else of the newest run of this version. They are
 * asked for when the page has all the rest.
 */
export function useLastRun({ store, base, connection, run, isAnswer, onFound }: Given): {
  readonly isLooking: boolean
} {
  const heddle = useHeddle()
  const maySee = useMay('queries.view_executionlog')
  const { username, manages_workspace: manages } = useProfile()
  const isChecked = useStore(store, ({ checks: { state } }) => state !== 'unchecked')
  const isOpen = isAnswer || isChecked
  const hasLooked = useRef(false)
  const mayRun = useMay('queries.execute_savedquery')
  // Nothing is checked for those who may not run it.
  const isEmpty = useStore(store, ({ history }) => history.present.nodes.length === 0)
  const [isDone, setIsDone] = useState(false)
  useEffect(() => {
    if (hasLooked.current || !isOpen || !maySee || (base === undefined && run === undefined)) return
    hasLooked.current = true
    const find = async () => {
      const id = run ?? (await newestRun(heddle, base!, connection))
      const log = id === undefined ? undefined : await heddle.queries.executionLogs.get(id)
      if (log?.status !== 'success' || (log.saved_query ?? undefined) !== base?.id) return
      // The rows of a run are for who ran it, and those who manage the workspace; others run it themselves.
      if (log.user !== username && !manages) return
      const view = runViewOf(log, await stagesOf(heddle, log))
      // Somebody was faster, and ran it again.
      if (store.getState().run.state !== 'none') return
      store.setState({ run: view })
      onFound({ log, given: givenOf(log, base, connection) })
    }
    // The page is whole without them: Run gives rows.
    find()
      .catch(() => undefined)
      .finally(() => setIsDone(true))
  }, [heddle, store, base, connection, run, isOpen, maySee, username, manages, onFound])
  const willLook = maySee && (base !== undefined || run !== undefined) && (isAnswer || (mayRun && !isEmpty))
  return { isLooking: willLook && !isDone }
}

async function newestRun(heddle: Heddle, base: ReadQuery, connection: string | undefined): Promise<string | undefined> {
  const { results } = await heddle.queries.executionLogs.list({
    saved_query: base.id,
    status: 'success',
    draft: false,
    skip_post_processors: false,
    page_size: 1,
    ...(connection !== undefined && { controller_connection: connection }),
  })
  return results.find(({ saved_query_version }) => saved_query_version === base.current_version)?.id
}

/** What was run. The canvas of another version is not here: its rows are old, whatever is on the screen. */
function givenOf(log: Wire.ExecutionLog, base: ReadQuery | undefined, connection: string | undefined): Ran['given'] {
  const isCurrent = base !== undefined && !log.draft && log.saved_query_version === base.current_version
  const canvas = isCurrent ? wireCanvas(base) : log.canvas ? wireCanvas(log.canvas) : EMPTY_CANVAS
  return {
    canvas,
    queryId: base?.id,
    isEdited: log.draft,
    connection: log.controller_connection ?? connection ?? '',
    variables: Object.fromEntries(Object.entries(log.variables).map(([name, value]) => [name, String(value)])),
  }
}
