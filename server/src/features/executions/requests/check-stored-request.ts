import type { Problem } from '@heddle/domain/canvas/problem.ts'
import { isAllowed, may } from '../../../kernel/access.ts'
import { ServiceError } from '../../../kernel/errors.ts'
import type { Lane } from '../../../kernel/lane.ts'
import type { PlannedInput, RunRequest } from '../../planning/index.ts'
import type { Requester } from '../choices/choice-rows.ts'
import type { StoredDraft } from '../read-draft.ts'
import { CannotRun, UnreadCheck } from './cannot-run.ts'
import { findJudging } from './find-judging.ts'
import { hasValues, problemsOfChoices } from './check-choices.ts'
import { findMerge } from './find-merge.ts'
import { findStoredQuery, type FoundQuery, type RunSubject } from './find-query.ts'
import type { RequestParts } from './request-parts.ts'

/** A request that was stored, to be run later. */
export type StoredRequest = RunRequest & {
  readonly savedQueryId: string | null
  readonly draft: StoredDraft | null
  readonly userId: number | null
  readonly lane: Lane
  /** Of a check: it reads nothing where it does not apply. */
  readonly checkId: string | null
}

type Parts = Pick<RequestParts, 'queries' | 'connections' | 'planners' | 'choices' | 'users' | 'waivers' | 'clock'>
type Terms = Pick<Requester, 'signal' | 'startRun'>

/** The query of a stored request as it is now, and its plan. Throws `CannotRun` if it can no longer run. */
export async function checkStoredRequest(
  parts: Parts,
  stored: StoredRequest,
  terms: Terms,
): Promise<{ readonly subject: RunSubject; readonly plan: PlannedInput }> {
  const { query, subject } = await findStored(parts, stored)
  const { connection, merged, variables, skipPostProcessors } = stored
  const request = { connection, merged, variables, skipPostProcessors }
  if (hasValues(stored)) await requireChoices(parts, { query }, stored, terms)
  const found = await findJudging(parts, query, request, await findMerge(parts.connections, request))
  const { concern } = found.judging
  if (stored.checkId !== null && concern) throw new UnreadCheck(concern)
  return parts.planners.use(stored.lane, terms.signal, async (planner) => {
    const { input, errors } = await planner.planRun({
      query,
      request,
      merge: found.merge,
      judging: found.judging,
      noted: found.warnings,
    })
    if (!input) throw invalid(errors)
    if (input.readsCaptures) await requireHistory(parts, stored)
    return { subject, plan: input }
  })
}

async function findStored({ queries }: Pick<Parts, 'queries'>, stored: StoredRequest): Promise<FoundQuery> {
  const found = await findStoredQuery(queries, stored)
  if (!found) throw new CannotRun('The saved query was deleted.')
  return found
}

/** The values are among the choices; otherwise, or if nobody can tell, the run cannot run. */
async function requireChoices(
  parts: Parts,
  { query }: Pick<FoundQuery, 'query'>,
  stored: StoredRequest,
  terms: Terms,
): Promise<void> {
  const actor = stored.userId === null ? undefined : await parts.users.actor(stored.userId)
  if (!actor) return
  const problems = await problemsOfChoices(parts, query, stored, { ...terms, actor }).catch((error: unknown) => {
    terms.signal.throwIfAborted()
    throw error instanceof ServiceError ? new CannotRun(error.message) : error
  })
  if (problems.length > 0) throw invalid(problems)
}

async function requireHistory({ users }: Pick<Parts, 'users'>, { userId }: StoredRequest): Promise<void> {
  const actor = userId === null ? undefined : await users.actor(userId)
  if (actor && !isAllowed(may('history.view_snapshot'), actor))
    throw new CannotRun(`${actor.username} may not read the snapshots that the query compares with.`)
}

const invalid = (problems: readonly Problem[]): CannotRun =>
  new CannotRun(`The query does not validate: ${problems.map(({ message }) => message).join(' ')}`)
