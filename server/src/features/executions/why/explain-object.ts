import type { WhyAnswer, WhyBody, WhyOnConnection, WhyReply } from '@heddle/contract/why.ts'
import { splitDn } from '@heddle/domain/dn/dn.ts'
import type { Row } from '@heddle/domain/values/row.ts'
import type { ControllerFailure } from '../../../adapters/outbound/controller-failure.ts'
import type { Actor } from '../../../kernel/caller.ts'
import { BadGateway, FieldErrors, orNotFound } from '../../../kernel/errors.ts'
import { type FieldMessages, mergeMessages, noMessages } from '../../../kernel/field-messages.ts'
import { laneOf } from '../../../kernel/lane.ts'
import type { ControllerConnectionsService } from '../../controller-connections/index.ts'
import { CANCELLED, type Merge, openRunEnd, RunTime } from '../../run-engine/index.ts'
import { type ManualRunParts, startRunWith } from '../life/execute-now.ts'
import { checkRequest } from '../requests/check-request.ts'
import { requirePlan } from '../requests/checked-run.ts'
import { findMerge } from '../requests/find-merge.ts'
import { findRequest, type FoundRequest } from '../requests/find-request.ts'
import { followObject } from './follow-object.ts'
import {
  partFailed,
  firstRows,
  orFail,
  type PartResult,
  runPart,
  startingFrom,
  type WhyRunParts,
  type WhyTerms,
} from './run-parts.ts'

type WhyParts = WhyRunParts &
  ManualRunParts & { readonly connections: Pick<ControllerConnectionsService, 'reader' | 'find' | 'targetOfRead'> }

type ExplainOrder = { readonly queryId: string | null; readonly body: WhyBody }

/** Asks about an object of a saved query, or of a draft of none. */
export type ExplainObject = (
  actor: Actor,
  queryId: string | null,
  body: WhyBody,
  disconnected: AbortSignal,
) => Promise<WhyReply>

export const createExplainObject =
  (parts: WhyParts): ExplainObject =>
  (actor, queryId, body, disconnected) =>
    explainObject(parts, actor, { queryId, body }, disconnected)

/**
 * Why an object is in the result of a query, or is not. Takes the turn and the time of a manual run, and runs parts of
 * the query, but leaves no log. Bad input is a 400, a failure of the controller or of a part a 502.
 */
async function explainObject(
  parts: WhyParts,
  actor: Actor,
  order: ExplainOrder,
  disconnected: AbortSignal,
): Promise<WhyReply> {
  const { turns, stop, clock, timeoutMs } = parts
  const time = new RunTime({ timeoutMs })
  const end = openRunEnd({ time, disconnected, stop })
  const lane = laneOf(actor)
  const isOver = time.wait('user')
  const finishTurn = await turns.acquire(lane, end.signal)
  isOver()
  try {
    if (!finishTurn) throw partFailed(end.cause() ?? CANCELLED)
    const found = await check(parts, actor, order, end.signal)
    const terms = { lane, startedAt: clock.now(), time, disconnected, stop }
    return await explain(parts, { ...found, dn: order.body.dn, terms, signal: end.signal })
  } catch (error) {
    throw end.cause() ? partFailed(end.cause()!) : error
  } finally {
    end.close()
    time.close()
    finishTurn?.()
  }
}

/** As a run is checked; what is wrong with the DN is in the same 400. */
async function check(parts: WhyParts, actor: Actor, { queryId, body }: ExplainOrder, signal: AbortSignal) {
  const { dn, ...others } = body
  const faults = faultsOfDn(dn)
  const requester = { actor, signal, startRun: startRunWith(parts, { isPartOfRun: true }) }
  const order = { queryId, body: others }
  try {
    requirePlan(await checkRequest(parts, requester, order, { runsNext: true }))
  } catch (error) {
    if (!(error instanceof FieldErrors) || Object.keys(faults).length === 0) throw error
    const { errors } = error.body
    throw new FieldErrors(mergeMessages(faults, error.fields), errors === undefined ? {} : { errors })
  }
  if (Object.keys(faults).length > 0) throw new FieldErrors(faults)
  return findRequest(parts, actor, order)
}

const faultsOfDn = (dn: string): FieldMessages =>
  (splitDn(dn)?.length ?? 0) > 0
    ? noMessages()
    : {
        dn: [
          `${dn.slice(0, 100)}: expected a DN such as uni/tn-common, without empty parts and with balanced brackets.`,
        ],
      }

type Asked = FoundRequest & { readonly dn: string; readonly terms: WhyTerms; readonly signal: AbortSignal }

async function explain(parts: WhyParts, asked: Asked): Promise<WhyReply> {
  const { dn, request } = asked
  const merge = await findMerge(parts.connections, request)
  if (merge) return explainMerged(parts, asked, merge)
  return { dn, ...(await answerOn(parts, asked, { id: request.connection })) }
}

/** Where the object is, it is followed; its rows meet those of the other connections only in the steps. */
async function explainMerged(parts: WhyParts, asked: Asked, merge: Merge): Promise<WhyReply> {
  const answers: WhyOnConnection[] = []
  for (const { id, name } of merge.connections) {
    const said = await answerOn(parts, asked, { id, name, merge }).catch((error: unknown) =>
      partlyOrThrow(error, merge),
    )
    const of = { controller_connection: id, name }
    answers.push(typeof said === 'string' ? { ...of, error: said, answer: null } : { ...of, error: null, answer: said })
  }
  const told = answers.flatMap(({ controller_connection, answer }) =>
    answer === null ? [] : [{ controller_connection, ...answer }],
  )
  const shown = told.find(({ present }) => present) ?? told.find(({ exists }) => exists) ?? told[0]
  if (!shown) throw new BadGateway(answers.map(({ error }) => error).join(' '), { reason: 'unreachable' })
  return { dn: asked.dn, ...shown, connections: answers }
}

/** With `allow_partial`, a connection that fails is one of which nothing is known. */
function partlyOrThrow(error: unknown, { allowPartial }: Merge): string {
  if (!allowPartial || !(error instanceof BadGateway)) throw error
  return error.message
}

type Place = { readonly id: string; readonly name?: string; readonly merge?: Merge }

async function answerOn(
  parts: WhyParts,
  { query, request, dn, terms, signal }: Asked,
  { id, name, merge }: Place,
): Promise<WhyAnswer> {
  const reader = orNotFound(await parts.connections.reader(id))
  const read = await reader.page({ target: { kind: 'mo', dn } }, { size: 1, signal })
  if (!read.ok) throw partFailed(name === undefined ? read.failure : named(read.failure, name))
  const [object] = read.objects
  const asked = { query, request, dn, merge, on: id }
  const planners = <Result>(work: Parameters<typeof parts.planners.use<Result>>[2]) =>
    parts.planners.use(terms.lane, signal, work)
  const outline = orFail(await planners(({ why }) => why.outline({ ...asked, object })))
  const none = { present: false, row: null, objects: [] }
  if (!object) return { ...none, exists: false, stages: [...outline.stages] }
  if (outline.stages.at(-1)?.verdict === 'dropped') return { ...none, exists: true, stages: [...outline.stages] }
  const { stages, present } = await followObject({
    outline,
    run: async (part, from) => {
      const { input } = orFail(await planners(({ why }) => why.plan({ ...asked, part })))
      const given = from && (part.kind === 'whole' ? { toFind: from.chunks } : { past: startingFrom(from) })
      return runPart(parts, { packed: input.packed, ...given }, terms)
    },
    sayDropped: async (dropped) => orFail(await planners(({ why }) => why.sayDropped({ ...asked, dropped }))).stage,
  })
  const shown = present ? { present: true, ...(await rowAndObjects(present)) } : {}
  return { ...none, exists: true, stages: [...stages], ...shown }
}

const named = ({ message, ...failure }: ControllerFailure, name: string) => ({
  ...failure,
  message: `Connection "${name}": ${message}`,
})

/** A row of the object, and what it comes from: the joined row that has the same values. */
async function rowAndObjects({ joined, rows }: { readonly joined: PartResult; readonly rows: PartResult }) {
  const row = (await firstRows(rows))[0] ?? {}
  const sources = await firstRows(joined)
  const common = rows.columns.filter((column) => joined.columns.includes(column))
  const isSource = (source: Row) => common.every((column) => isSame(source[column], row[column]))
  const source = sources.find(isSource) ?? sources[0] ?? {}
  const dns = Object.entries(source).flatMap(([column, value]) =>
    (column === 'dn' || column.endsWith('.dn')) && typeof value === 'string' ? [value] : [],
  )
  return { row, objects: [...new Set(dns)] }
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)
