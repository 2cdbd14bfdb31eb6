import { draftKey } from '@heddle/domain/canvas-editing/draft-key.ts'
import type { WireCanvas } from '@heddle/domain/canvas-editing/wire-canvas.ts'
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import type { Heddle } from '../../lib/api/heddle.ts'
import { useHeddle, useMay } from '../../lib/session/context.tsx'
import { useKnownClasses, usePrefetchClasses } from '../model/prefetch-classes.ts'
import { useRules, useRulesState } from '../rules/use-rules.ts'
import { type Checks, UNCHECKED } from './checks.ts'
import { mergeProblems } from './merge-problems.ts'
import { type AskServer, type ServerChecked, ServerChecks } from './server-checks.ts'

export type ToCheck = {
  readonly canvas: WireCanvas
  readonly queryId: string | undefined
  readonly connection: string | undefined
  readonly variables: Readonly<Record<string, string>>
}

/** Checks the canvas at once in a worker, and a moment after the last edit on the server. */
export function useChecks(given: ToCheck): Checks {
  const { canvas, queryId, connection, variables } = given
  const drawn = draftKey(canvas)
  const key = `${drawn} ${JSON.stringify([queryId, connection, variables])}`
  const isEmpty = canvas.nodes.length === 0
  const own = useOwnChecks(given, key)
  const server = useServerChecks(given, key, isEmpty)
  return useMemo(() => {
    if (isEmpty) return { ...UNCHECKED, ...(own && { columns: own.columns }) }
    const isServerNewest = server.key === key && server.answer !== undefined && server.failure === undefined
    const problems = mergeProblems({ canvas, own, server: server.answer, isServerNewest })
    return {
      state: stateOf(server, isServerNewest),
      problems,
      plan: server.answer?.plan ?? null,
      ...(server.failure !== undefined && { failure: server.failure }),
      ...(own && { columns: own.columns }),
    }
    // Positions alone change nothing here.
    // oxlint-disable-next-line react/exhaustive-deps -- `key` stands for the canvas
  }, [key, isEmpty, own, server])
}

function stateOf({ answer, failure }: ServerChecked, isServerNewest: boolean): Checks['state'] {
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
    checks.edit(isAskable ? { key, ask: questionOf(heddle, { canvas, queryId, connection, variables }) } : undefined)
    // oxlint-disable-next-line react/exhaustive-deps -- `key` stands for everything that is asked
  }, [checks, heddle, key, isAskable])
  useEffect(() => () => checks.close(), [checks])
  return useSyncExternalStore(checks.subscribe, checks.state)
}

function questionOf(heddle: Heddle, { canvas, queryId, connection, variables }: ToCheck): AskServer {
  const body = {
    draft: { nodes: [...canvas.nodes], edges: [...canvas.edges], post_processors: [...canvas.post_processors] },
    variables,
  }
  const at = connection === undefined ? {} : { controller_connection: connection }
  return (signal) =>
    queryId === undefined
      ? heddle.queries.validate({ ...body, ...at }, { signal })
      : heddle.queries.savedQueries.validate(queryId, { ...body, ...at }, { signal })
}
