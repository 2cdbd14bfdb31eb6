import { draftCanvas } from '@heddle/domain/ai/proposal/draft-canvas.ts'
import { openedGraph } from './opened-model.ts'
import { planRun } from './plan-run.ts'
import type { FindQuery, PlannedProposal, ProposalOrder } from './planner-calls.ts'

/** Makes a canvas of a proposal, then validates and plans it as if it were a saved query. */
export async function planProposal(
  { model, base, proposal, maxResultRows, now }: ProposalOrder,
  findQuery: FindQuery,
): Promise<PlannedProposal> {
  const drafted = draftCanvas(base, proposal, openedGraph(model))
  const { nodes, edges, post_processors: postProcessors } = drafted.canvas
  const query = { id: '', name: '', controllerConnectionId: '', nodes, edges, postProcessors, parameters: [] }
  const request = { connection: '', variables: {}, skipPostProcessors: false }
  const terms = { model: openedGraph(model).engine, maxResultRows, now }
  const { errors, warnings, input } = await planRun({ query, request, ...terms, findQuery })
  return { ...drafted, errors, warnings, plan: input && { text: input.text, steps: input.steps } }
}
