import type { PromptDryRunReply, ExplainChangesBody, ExplainFact, ExplainReply } from '@heddle/contract/ai.ts'
import { type ChangesToExplain, explainChanges } from '@heddle/domain/ai/explanation/explain-changes.ts'
import { changesPrompt, type ExplainPrompt } from '@heddle/domain/ai/explanation/explain-prompt.ts'
import { factNames, publicFacts, type SourceOfRows } from '@heddle/domain/ai/explanation/public-facts.ts'
import type { Caller } from '../../../kernel/caller.ts'
import { NotFound, orNotFound } from '../../../kernel/errors.ts'
import { laneOf } from '../../../kernel/lane.ts'
import type { SnapshotRow } from '../../archive/index.ts'
import { byRules, dryRunOf, explainWithAi } from './with-ai.ts'
import type { ExplainOrder, ExplainParts } from './explain-parts.ts'

/** Differences looked at, per list. The counts are exact whatever it is. */
const LOOKED_AT = 5_000

async function readChangesToExplain(
  { history, findSnapshot }: ExplainParts,
  { caller, body, faults, signal }: ExplainOrder<ExplainChangesBody>,
) {
  // This route compares stored snapshots only.
  const asked = { ...body, limit: LOOKED_AT, ...(body.snapshot_b === 'live' && { snapshot_b: '' }) }
  const compared = await history.compare(caller, asked, faults, signal)
  const before = orNotFound(await findSnapshot(compared.before))
  const after = orNotFound(await findSnapshot(compared.after ?? ''))
  const changes: ChangesToExplain = { ...compared, before, after }
  return { sides: [before, after], ...explainChanges(changes) }
}

async function changesPromptOf(
  parts: ExplainParts,
  { caller, signal }: ExplainOrder<unknown>,
  { facts, sides }: { readonly facts: readonly ExplainFact[]; readonly sides: readonly SnapshotRow[] },
): Promise<ExplainPrompt> {
  const { uses } = parts
  const manner = await uses.manner()
  return changesPrompt(manner.sharesResults ? facts : await withoutResults(parts, caller, facts, sides, signal), manner)
}

async function withoutResults(
  parts: ExplainParts,
  caller: Caller,
  facts: readonly ExplainFact[],
  sides: readonly SnapshotRow[],
  signal: AbortSignal,
): Promise<readonly ExplainFact[]> {
  const { planners } = parts
  const sources = await Promise.all(sides.map((side) => rowSource(parts, caller, side)))
  const known = await planners.use(laneOf(caller), signal, (planner) =>
    planner.publicNames({ names: factNames(facts), sources }),
  )
  return publicFacts(facts, known)
}

async function rowSource(
  { queries }: ExplainParts,
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

export async function explainChangesOf(
  parts: ExplainParts,
  order: ExplainOrder<ExplainChangesBody>,
): Promise<ExplainReply> {
  const { uses } = parts
  const read = await readChangesToExplain(parts, order)
  const refusal = await uses.refusalFor(order.caller)
  if (refusal) return byRules(read, refusal.detail)
  const { caller, signal } = order
  const target = { type: 'snapshot', id: read.sides[0]!.id }
  const draft = { ...read, prompt: await changesPromptOf(parts, order, read) }
  return explainWithAi(uses, { caller, purpose: 'explain_changes', signal, target }, draft)
}

export async function dryRunOfChanges(
  parts: ExplainParts,
  order: ExplainOrder<ExplainChangesBody>,
): Promise<PromptDryRunReply> {
  return dryRunOf(await changesPromptOf(parts, order, await readChangesToExplain(parts, order)))
}
