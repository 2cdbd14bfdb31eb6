import type { WireObject } from '../../canvas/wire.ts'
import { changeOf, freshId, type ProposalDraft } from './draft.ts'
import type { ProposedStep } from './proposal.ts'

/**
 * Adds the steps of a proposal to the draft. A new one goes where the proposal lists it: before the next step that
 * exists already, else after the one listed before it, else at the end.
 */
export function draftSteps(draft: ProposalDraft, removed: ReadonlySet<string>): void {
  const { known, proposal } = draft
  const steps = proposal.post_processors.filter(({ id }) => !removed.has(id))
  let previous: string | undefined
  for (const [index, step] of steps.entries()) {
    const before = known.step.get(step.id)
    if (!mayLookUp(draft, step)) continue
    if (before) changeStep(draft, step, before)
    const next = steps.slice(index + 1).find(({ id }) => known.step.has(id))?.id
    previous = before ? step.id : addStep(draft, step, { before: next, after: previous })
  }
}

function addStep(
  draft: ProposalDraft,
  step: ProposedStep,
  place: { before: string | undefined; after: string | undefined },
): string {
  const id = freshId(draft, 'step', step.id)
  const after = { id, type: step.type ?? '', config: step.config ?? {} }
  draft.parts.push({ op: 'add', kind: 'step', id, before: null, after, reason: step.reason, place })
  return id
}

function changeStep(draft: ProposalDraft, { id, type, config, reason }: ProposedStep, before: WireObject): void {
  const after = changeOf(before, { type, config })
  if (after) draft.parts.push({ op: 'change', kind: 'step', id, before, after, reason })
}

/** Other queries are only read where the user's own canvas reads them: no text of others may choose one. */
function mayLookUp({ known, notes }: ProposalDraft, { type, config, id }: ProposedStep): boolean {
  const isLookup = (type ?? known.step.get(id)?.type) === 'lookup'
  const own = [...known.step.values()]
    .filter((step) => step.type === 'lookup')
    .map((step) => (step.config as WireObject | undefined)?.saved_query)
  if (!isLookup || config === undefined || own.includes(config.saved_query)) return true
  notes.push({
    code: 'bad_post_processor_config',
    message: 'lookup: only saved queries that the canvas looked up in before can be proposed; the step was left out',
  })
  return false
}
