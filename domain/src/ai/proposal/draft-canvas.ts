import type { Problem } from '../../canvas/problem.ts'
import type { WireObject } from '../../canvas/wire.ts'
import type { JoinModel } from '../../retrieval/model.ts'
import { applyEdits, type ProposedEdit } from './canvas-edit.ts'
import { createCheck } from './check-parts.ts'
import { draftEdges } from './draft-edges.ts'
import { draftNodes } from './draft-nodes.ts'
import { draftSteps } from './draft-steps.ts'
import type { ProposalDraft } from './draft.ts'
import { dropProblems } from './drop-parts.ts'
import { layOut } from './lay-out.ts'
import { editsOf, knownParts, type ProposedPart } from './parts.ts'
import type { CanvasProposal, WireLists } from './proposal.ts'
import { repairParts } from './repair-parts.ts'
import { textsOf, withReasons, type Texts } from './write-texts.ts'

export type DraftedCanvas = Texts & {
  readonly canvas: WireLists
  /** From the existing canvas, or from an empty one, to `canvas`. */
  readonly edits: readonly ProposedEdit[]
  /** What the proposal had wrong and we could not repair: for the model to correct. */
  readonly problems: readonly Problem[]
  /** What was left out because of that, or because it was too much. */
  readonly left_out: readonly Problem[]
}

/**
 * Turns a proposal into a canvas that the class model allows: joins are chosen, what has a plain remedy is repaired,
 * and what is still wrong is left out. The existing canvas only changes where the proposal says so.
 */
export function draftCanvas(base: WireLists, proposal: CanvasProposal, model: JoinModel): DraftedCanvas {
  const draft: ProposalDraft = { base, known: knownParts(base), proposal, model, parts: [], notes: [...proposal.cut] }
  const removed = new Set(proposal.remove)
  draftRemovals(draft)
  draftEdges(draft, draftNodes(draft, removed), removed)
  draftSteps(draft, removed)
  const check = createCheck(base, model.engine)
  const repaired = repairParts(draft.parts, check)
  const problems = check(repaired)
  const dropped = dropProblems(base, repaired, check)
  const parts = withReasons(layOut(base, dropped.parts), model.engine)
  const edits = editsOf(base, parts)
  const canvas = applyEdits(base, edits)
  return {
    ...textsOf(proposal, canvas, model.engine),
    canvas,
    edits,
    problems,
    left_out: [...draft.notes, ...dropped.notes],
  }
}

/** Removed nodes take their edges with them, each as a part of its own. */
function draftRemovals({ known, proposal, parts }: ProposalDraft): void {
  const isGone = (part: ProposedPart['kind'], id: string) =>
    parts.some(({ kind, id: other }) => kind === part && other === id)
  const remove = (kind: ProposedPart['kind'], id: string, before: WireObject, because?: string) => {
    if (isGone(kind, id)) return
    const reason = because === undefined ? '' : `Node ${because} is removed, and this edge with it.`
    parts.push({ op: 'remove', kind, id, before, after: null, reason, ...(because !== undefined && { because }) })
  }
  for (const id of proposal.remove) {
    const node = known.node.get(id)
    if (node) {
      for (const [edgeId, edge] of known.edge)
        if (edge.source === id || edge.target === id) remove('edge', edgeId, edge, id)
      remove('node', id, node)
      continue
    }
    const kind = known.edge.has(id) ? 'edge' : 'step'
    const part = known[kind].get(id)
    if (part) remove(kind, id, part)
  }
}
