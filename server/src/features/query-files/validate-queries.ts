import type { ImportProblem } from '@heddle/contract/query-files.ts'
import type { Problem } from '@heddle/domain/canvas/problem.ts'
import { onlyGiven } from '@heddle/domain/only-given.ts'
import type { Caller } from '../../kernel/caller.ts'
import { SECOND } from '../../kernel/durations.ts'
import { laneOf } from '../../kernel/lane.ts'
import { chosenConnections, type Planners, type QueryToRun } from '../planning/index.ts'

/** Problems by the name of their query; without those that have none. */
export type FoundProblems = ReadonlyMap<string, ImportProblem[]>
export type ValidateQueries = (
  caller: Caller,
  queries: readonly QueryToRun[],
  signal: AbortSignal,
) => Promise<FoundProblems>

/** A request waits for all of them. */
const LONGEST_MS = 60 * SECOND

const NOT_CHECKED: ImportProblem = {
  severity: 'warning',
  code: 'not_checked',
  message: 'There was no time to see whether it can run: plan fewer queries at a time.',
  path: null,
}

/** Says of queries that are not saved yet whether they could run. They may look up in each other. */
export const createValidateQueries =
  (planners: Pick<Planners, 'use'>): ValidateQueries =>
  async (caller, queries, signal) => {
    const coming = new Map(queries.map((query) => [query.id, query]))
    const found = new Map<string, ImportProblem[]>()
    const started = performance.now()
    for (const query of queries) {
      const problems =
        performance.now() - started > LONGEST_MS
          ? [NOT_CHECKED]
          : await planners.use(
              laneOf(caller),
              signal,
              async (planner) => {
                const request = {
                  ...chosenConnections({}, query.controllerConnectionId),
                  variables: {},
                  skipPostProcessors: false,
                }
                return problemsOf(await planner.planRun({ query, request, merge: undefined }))
              },
              coming,
            )
      if (problems.length > 0) found.set(query.name, problems)
    }
    return found
  }

function problemsOf({ errors, warnings }: { errors: readonly Problem[]; warnings: readonly Problem[] }) {
  return [
    ...errors.filter(({ code }) => code !== 'missing_variable').map((problem) => shown('error', problem)),
    ...warnings.filter(({ code }) => code !== 'mim_not_installed').map((problem) => shown('warning', problem)),
  ]
}

const shown = (severity: ImportProblem['severity'], { code, message, path, suggestions }: Problem): ImportProblem => ({
  ...{ severity, code, message, path: path ?? null },
  ...onlyGiven({ suggestions: suggestions && [...suggestions] }),
})
