import { judgeWhen, whenClasses, type WhenJudgement } from '@heddle/domain/expectation/when.ts'
import type { Clock } from '../../../kernel/clock.ts'
import type { ControllerConnectionsService } from '../../controller-connections/index.ts'
import type { QueryToRun, RunRequest } from '../../planning/index.ts'
import type { Concern, Judging, Merge } from '../../run-engine/index.ts'
import type { WaiversService } from '../../waivers/index.ts'

export type JudgingParts = {
  readonly connections: Pick<ControllerConnectionsService, 'factsOf' | 'knowsClass'>
  readonly waivers: Pick<WaiversService, 'activeOf'>
  readonly clock: Clock
}

/** What to know of the fabric before a query is planned, and the connections that it concerns. */
export type FoundJudging = {
  readonly judging: Judging
  readonly merge: Merge | undefined
  /** Why connections are left out of a merged run. */
  readonly warnings: readonly string[]
}

const NO_FABRIC = 'when: the controller connection was deleted'

/**
 * Asks fabrics for the facts that decide whether a query concerns them. Of a merged run, the fabrics that it does not
 * concern are left out, unless it concerns none.
 */
export async function findJudging(
  parts: JudgingParts,
  query: QueryToRun,
  request: Pick<RunRequest, 'connection' | 'variables'>,
  merge: Merge | undefined,
): Promise<FoundJudging> {
  const now = parts.clock.now()
  const isJudged = query.id !== '' && query.expect != null
  const waivers = isJudged ? await parts.waivers.activeOf(query.id, merge ?? request.connection, now) : []
  const { when } = query
  if (when == null) return { judging: { waivers }, merge, warnings: [] }
  const judge = (connection: string) => judgeFabric(parts, query, when, { connection, request, now: now.getTime() })
  if (merge === undefined) {
    return { judging: { waivers, concern: concernOf(await judge(request.connection)) }, merge, warnings: [] }
  }
  const judged = await Promise.all(merge.connections.map(async (one) => ({ one, judgement: await judge(one.id) })))
  const others = judged.flatMap(({ one, judgement }) =>
    judgement.status === 'not_applicable' ? [`${one.name}: ${judgement.reason}`] : [],
  )
  if (others.length === judged.length)
    return {
      judging: { waivers, concern: { status: 'not_applicable', reason: others.join('; ') } },
      merge,
      warnings: [],
    }
  const unknown = judged.find(({ judgement }) => judgement.status === 'error')
  return {
    judging: { waivers, concern: unknown && concernOf(unknown.judgement) },
    merge: {
      ...merge,
      connections: judged.flatMap(({ one, judgement }) => (judgement.status === 'not_applicable' ? [] : one)),
    },
    warnings: others.map((other) => `not_applicable: ${other}`),
  }
}

function concernOf(judgement: WhenJudgement): Concern | undefined {
  if (judgement.status === 'applies') return undefined
  const { status, reason } = judgement
  return { status: status === 'error' ? 'unknown' : status, reason }
}

type Asked = {
  readonly connection: string
  readonly request: Pick<RunRequest, 'variables'>
  readonly now: number
}

async function judgeFabric(
  { connections }: Pick<JudgingParts, 'connections'>,
  { parameters }: QueryToRun,
  when: string,
  { connection, request: { variables }, now }: Asked,
): Promise<WhenJudgement> {
  const facts = await connections.factsOf(connection)
  if (facts === undefined) return { status: 'error', reason: NO_FABRIC }
  if (!facts.ok) return { status: 'error', reason: `when: ${facts.failure.message}` }
  const classes = new Map<string, boolean>()
  for (const className of whenClasses(when)) {
    const known = await connections.knowsClass(connection, className)
    if (known === undefined) return { status: 'error', reason: NO_FABRIC }
    if (!known.ok) return { status: 'error', reason: `when: ${known.failure.message}` }
    classes.set(className, known.isKnown)
  }
  return judgeWhen(when, { fabric: facts.facts, classes, parameters, variables, now })
}
