import type { Problem } from '@heddle/domain/canvas/problem.ts'
import { may, requireAllowed } from '../../../kernel/access.ts'
import type { Actor } from '../../../kernel/caller.ts'
import { FieldErrors } from '../../../kernel/errors.ts'
import { laneOf } from '../../../kernel/lane.ts'
import type { Planner } from '../../planning/index.ts'
import type { Requester } from '../choices/choice-rows.ts'
import { hasValues, problemsOfChoices } from './check-choices.ts'
import { checkedRun, type CheckedRun, refusal } from './checked-run.ts'
import { findJudging, type FoundJudging } from './find-judging.ts'
import { findMerge } from './find-merge.ts'
import { findRequest, type FoundRequest, type RunOrder } from './find-request.ts'
import type { RequestParts } from './request-parts.ts'

type Parts = Pick<RequestParts, 'queries' | 'connections' | 'planners' | 'choices' | 'waivers' | 'clock'>

/**
 * Checks and plans what a body asks to run. A body that is wrong in other fields than its canvas or variables is a 400,
 * even where it is only validated. Rejects when the signal fires.
 */
export async function checkRequest(
  parts: Parts,
  requester: Requester,
  order: RunOrder,
  /** Whether it runs next, and fabrics may be asked about it. */
  { runsNext = false }: { readonly runsNext?: boolean } = {},
): Promise<CheckedRun> {
  const { actor, signal } = requester
  // Without values there are no choices to check, and nothing large is read before it is the user's turn.
  const found = hasValues(order.body) || runsNext ? await findRequest(parts, actor, order) : undefined
  const wrongChoices =
    found && !isFaulty(found) ? await problemsOfChoices(parts, found.query, found.request, requester) : []
  const judged = found && runsNext && !isFaulty(found) ? await judgingOf(parts, found) : undefined
  return parts.planners.use(laneOf(actor), signal, async (planner) =>
    planRequest(parts, planner, found ?? (await findRequest(parts, actor, order)), {
      actor,
      order,
      runsNext,
      wrongChoices,
      judged,
    }),
  )
}

async function judgingOf(parts: Parts, { query, request }: FoundRequest): Promise<FoundJudging> {
  return findJudging(parts, query, request, await findMerge(parts.connections, request))
}

type PlanTerms = {
  readonly actor: Actor
  readonly runsNext: boolean
  readonly order: RunOrder
  readonly wrongChoices: readonly Problem[]
  readonly judged: FoundJudging | undefined
}

async function planRequest(
  { connections }: Pick<RequestParts, 'connections'>,
  planner: Planner,
  found: FoundRequest,
  { actor, order, runsNext, wrongChoices, judged }: PlanTerms,
): Promise<CheckedRun> {
  const { query, subject, request, problems, faults } = found
  // The canvas of a draft is part of the body, whose faults are all listed; in a merged run it has another column.
  if (isFaulty(found) && (subject.draft === null || order.body.merge === true)) throw new FieldErrors(faults)
  const merge = judged ? judged.merge : isFaulty(found) ? undefined : await findMerge(connections, request)
  const planned = await planner.planRun({ query, request, merge, judging: judged?.judging, noted: judged?.warnings })
  if (runsNext && planned.input?.readsCaptures === true) requireAllowed(may('history.view_snapshot'), actor)
  const checked = checkedRun(found, planned, [...wrongChoices, ...problems])
  if (isFaulty(found)) throw refusal(checked.problems, faults)
  return checked
}

/** What a body asks to run, for a run that ends before it is planned. */
export async function identifyRequest(
  parts: Parts,
  { actor }: Pick<Requester, 'actor'>,
  order: RunOrder,
): Promise<Pick<CheckedRun, 'subject' | 'request'>> {
  const found = await findRequest(parts, actor, order)
  if (isFaulty(found)) throw new FieldErrors(found.faults)
  return found
}

const isFaulty = ({ faults }: FoundRequest): boolean => Object.keys(faults).length > 0
