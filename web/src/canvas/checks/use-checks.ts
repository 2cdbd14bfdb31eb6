import { draftKey } from '@heddle/domain/canvas-editing/draft-key.ts'
import type { WireCanvas } from '@heddle/domain/canvas-editing/wire-canvas.ts'
import { useEffect, useLayoutEffect, useMemo, useState } from 'react'
import { useStore } from 'zustand'
import type { Heddle } from '../../lib/api/heddle.ts'
import { useHeddle, useMay } from '../../lib/session/context.tsx'
import { useCanvas, useDrawing, useWorkspace } from '../canvas-context.tsx'
import { draftOf } from '../draft-of.ts'
import { useKnownClasses, usePrefetchClasses } from '../model/prefetch-classes.ts'
import { useRules, useRulesState } from '../rules/use-rules.ts'
import { isUnfinished } from './begun.ts'
import { type CheckState, keepChecks, UNCHECKED } from './checks.ts'
import { mergeProblems, splitProblems } from './merge-problems.ts'
import { type AskServer, type ServerChecked, ServerChecks } from './server-checks.ts'

type Circumstances = {
  readonly queryId: string | undefined
  readonly connection: string | undefined
  readonly variables: Readonly<Record<string, string>>
}
type ToCheck = Circumstances & { readonly canvas: WireCanvas }

/** Checks the canvas at once in a worker, and on the server a moment after the last edit; the store has the results. */
export function useChecks(circumstances: Circumstances): void {
  const { store } = useWorkspace()
  const canvas = useDrawing()
  const { queryId, connection, variables } = circumstances
  const given = { ...circumstances, canvas }
  const drawn = useMemo(() => draftKey(canvas), [canvas])
  const key = `${drawn} ${JSON.stringify([queryId, connection, variables])}`
  const isEmpty = canvas.nodes.length === 0
  const own = useOwnChecks(given, key)
  const server = useServerChecks(given, key, isEmpty)
  const begun = useCanvas((state) => state.begun)
  const checks = useMemo((): CheckState => {
    const columns = own && { columns: own.columns }
    if (isEmpty) return { ...UNCHECKED, ...columns }
    const isServerNewest = server.key === key && server.answer !== undefined && server.failure === undefined
    const split = splitProblems(mergeProblems({ canvas, own, server: server.answer, isServerNewest }))
    return {
      state: stateOf(server, isServerNewest),
      ...split,
      problems: split.problems.filter((problem) => !isUnfinished(canvas, begun, problem)),
      unfinished: split.problems.filter((problem) => isUnfinished(canvas, begun, problem)),
      plan: server.answer?.plan ?? null,
      ...(server.canvas && { planned: server.canvas }),
      ...(server.failure !== undefined && { failure: server.failure }),
      ...columns,
    }
    // oxlint-disable-next-line react/exhaustive-deps -- `key` stands for the canvas: positions alone change nothing here
  }, [key, isEmpty, own, server, begun])
  // Before the browser paints: what is said belongs to what is drawn.
  useLayoutEffect(() => store.setState((state) => ({ checks: keepChecks(state.checks, checks) })), [store, checks])
}

function stateOf({ answer, failure }: ServerChecked, isServerNewest: boolean): CheckState['state'] {
  if (failure !== undefined) return 'failed'
  if (isServerNewest) return 'checked'
  return answer === undefined ? 'unchecked' : 'checking'
}

/** What this page can say without the server. */
function useOwnChecks({ canvas, variables }: ToCheck, key: string) {
  usePrefetchClasses(canvas)
  const classes = useKnownClasses(canvas)
  const rules = useRules()
  useEffect(() => {
    if (classes.length > 0) rules.classes(classes)
  }, [rules, classes])
  useEffect(() => {
    rules.edit({ canvas, variables })
    // oxlint-disable-next-line react/exhaustive-deps -- `key` stands for the canvas and the variables
  }, [rules, key])
  return useRulesState('checked')
}

/** What the server says; nothing without the right to run queries, and without a connection to plan for. */
function useServerChecks(
  { canvas, queryId, connection, variables }: ToCheck,
  key: string,
  isEmpty: boolean,
): ServerChecked {
  const heddle = useHeddle()
  const mayRun = useMay('queries.execute_savedquery')
  const [checks] = useState(() => new ServerChecks())
  const isAskable = mayRun && !isEmpty && (queryId !== undefined || connection !== undefined)
  useEffect(() => {
    checks.edit(
      isAskable ? { key, canvas, ask: questionOf(heddle, { canvas, queryId, connection, variables }) } : undefined,
    )
    // oxlint-disable-next-line react/exhaustive-deps -- `key` stands for everything that is asked
  }, [checks, heddle, key, isAskable])
  const succeeded = useCanvas(({ run }) => (run.state === 'success' ? run.id : undefined))
  // A run has counted the classes it read, which may have been said to be large.
  useEffect(() => {
    if (succeeded !== undefined) checks.again()
  }, [checks, succeeded])
  useEffect(() => () => checks.close(), [checks])
  return useStore(checks.store)
}

function questionOf(heddle: Heddle, { canvas, queryId, connection, variables }: ToCheck): AskServer {
  const body = { draft: draftOf(canvas), variables }
  const at = connection === undefined ? {} : { controller_connection: connection }
  return (signal) =>
    queryId === undefined
      ? heddle.queries.validate({ ...body, ...at }, { signal })
      : heddle.queries.savedQueries.validate(queryId, { ...body, ...at }, { signal })
}
