import type {
  PromptDryRunReply,
  ExplainChangesBody,
  ExplainFact,
  ExplainQueryBody,
  ExplainReply,
} from '@heddle/contract/ai.ts'
import { type ChangesToExplain, explainChanges } from '@heddle/domain/ai/explanation/explain-changes.ts'
import { changesPrompt, type ExplainPrompt, queryPrompt } from '@heddle/domain/ai/explanation/explain-prompt.ts'
import { namesIn, publicFacts, type SourceOfRows } from '@heddle/domain/ai/explanation/public-facts.ts'
import type { Caller } from '../../../kernel/caller.ts'
import { NotFound, orNotFound } from '../../../kernel/errors.ts'
import type { FieldMessages } from '../../../kernel/field-messages.ts'
import type { AiUses } from '../../ai/index.ts'
import type { SnapshotRow } from '../../archive/index.ts'
import type { Planners } from '../../planning/index.ts'
import type { SavedQueriesService } from '../../queries/index.ts'
import type { History } from '../../snapshots/index.ts'
import { readExplainQuery } from './read-explain-query.ts'
import { byRules, dryRunOf, explainWithAi } from './with-ai.ts'

type Dependencies = {
  readonly uses: AiUses
  readonly queries: Pick<SavedQueriesService, 'find' | 'version'>
  readonly planners: Planners
  readonly history: Pick<History, 'compare'>
  readonly findSnapshot: (id: string) => Promise<SnapshotRow | undefined>
}

export type ExplainOrder<Body> = {
  readonly caller: Caller
  readonly body: Body
  readonly faults: FieldMessages
  readonly signal: AbortSignal
}

/** Differences looked at, per list. The counts are exact whatever it is. */
const LOOKED_AT = 5_000
const NOT_RUNNABLE = 'The query has errors, so no AI was asked.'

export type ExplainService = ReturnType<typeof createExplainService>

/** Explains queries and comparisons in words: with AI where the caller has it, otherwise by rules. */
export function createExplainService({ uses, queries, planners, history, findSnapshot }: Dependencies) {
  async function readQuery({ caller, body, faults, signal }: ExplainOrder<ExplainQueryBody>) {
    return planners.use(caller.id, signal, async (planner) => {
      const { canvas, savedQuery } = await readExplainQuery(queries, caller, body, faults)
      return { savedQuery, ...(await planner.explainQuery({ canvas })) }
    })
  }

  async function queryPromptOf({ facts, canvas }: Pick<Awaited<ReturnType<typeof readQuery>>, 'facts' | 'canvas'>) {
    return queryPrompt(facts, canvas, await uses.manner())
  }

  async function readChanges({ caller, body, faults, signal }: ExplainOrder<ExplainChangesBody>) {
    // This route compares stored snapshots only.
    const asked = { ...body, limit: LOOKED_AT, ...(body.snapshot_b === 'live' && { snapshot_b: '' }) }
    const compared = await history.compare(caller, asked, faults, signal)
    const before = orNotFound(await findSnapshot(compared.before))
    const after = orNotFound(await findSnapshot(compared.after ?? ''))
    const changes: ChangesToExplain = { ...compared, before, after }
    return { sides: [before, after], ...explainChanges(changes) }
  }

  async function changesPromptOf(
    { caller, signal }: ExplainOrder<unknown>,
    { facts, sides }: { readonly facts: readonly ExplainFact[]; readonly sides: readonly SnapshotRow[] },
  ): Promise<ExplainPrompt> {
    const manner = await uses.manner()
    return changesPrompt(manner.sharesResults ? facts : await withoutResults(caller, facts, sides, signal), manner)
  }

  async function withoutResults(
    caller: Caller,
    facts: readonly ExplainFact[],
    sides: readonly SnapshotRow[],
    signal: AbortSignal,
  ) {
    const sources = await Promise.all(sides.map((side) => rowSource(caller, side)))
    const known = await planners.use(caller.id, signal, (planner) =>
      planner.publicNames({ names: namesIn(facts), sources }),
    )
    return publicFacts(facts, known)
  }

  async function rowSource(
    caller: Caller,
    { savedQueryId, savedQueryVersion, className }: SnapshotRow,
  ): Promise<SourceOfRows> {
    try {
      const { nodes, edges, postProcessors } = await queries.version(caller, savedQueryId, savedQueryVersion)
      return { className, canvas: { nodes, edges, post_processors: postProcessors } }
    } catch (error: unknown) {
      // Old versions are deleted before the snapshots captured with them.
      if (error instanceof NotFound) return { className, canvas: undefined }
      throw error
    }
  }

  return {
    query: async (order: ExplainOrder<ExplainQueryBody>): Promise<ExplainReply> => {
      const read = await readQuery(order)
      if (!read.isRunnable) return byRules(read, NOT_RUNNABLE)
      const refusal = await uses.refusalFor(order.caller)
      if (refusal) return byRules(read, refusal.detail)
      const { caller, signal } = order
      const target = read.savedQuery === undefined ? {} : { target: { type: 'saved_query', id: read.savedQuery } }
      const draft = { ...read, prompt: await queryPromptOf(read), source: read.canvas }
      return explainWithAi(uses, { caller, purpose: 'explain_query', signal, ...target }, draft)
    },

    queryDryRun: async (order: ExplainOrder<ExplainQueryBody>): Promise<PromptDryRunReply> =>
      dryRunOf(await queryPromptOf(await readQuery(order))),

    changes: async (order: ExplainOrder<ExplainChangesBody>): Promise<ExplainReply> => {
      const read = await readChanges(order)
      const refusal = await uses.refusalFor(order.caller)
      if (refusal) return byRules(read, refusal.detail)
      const { caller, signal } = order
      const target = { type: 'snapshot', id: read.sides[0]!.id }
      const draft = { ...read, prompt: await changesPromptOf(order, read) }
      return explainWithAi(uses, { caller, purpose: 'explain_changes', signal, target }, draft)
    },

    changesDryRun: async (order: ExplainOrder<ExplainChangesBody>): Promise<PromptDryRunReply> =>
      dryRunOf(await changesPromptOf(order, await readChanges(order))),
  }
}
