import { moved } from '../../../../platform/threads/bytes.ts'
import { serveThread } from '../../../../platform/threads/serve-thread.ts'
import { type ExplainCalls, explainCalls } from './explain-calls.ts'
import { openedModel } from './opened-model.ts'
import { planPastRun } from './plan-past-run.ts'
import { planProposal } from './plan-proposal.ts'
import { planRun } from './plan-run.ts'
import type { PlannedRun, PlannerCalls } from './planner-calls.ts'

const send = <Planned extends PlannedRun>(planned: Planned) => (planned.input ? moved(planned, planned.input.packed) : planned)

serveThread<PlannerCalls & ExplainCalls>({
  ...explainCalls,
  planRun: async ({ model, ...order }, host) =>
    send(await planRun({ ...order, model: openedModel(model), findQuery: (id) => host.ask('findQuery', id) })),
  planPastRun: async ({ model, ...order }, host) =>
    send(await planPastRun({ ...order, model: openedModel(model), findQuery: (id) => host.ask('findQuery', id) })),
  planProposal: (order, host) => planProposal(order, (id) => host.ask('findQuery', id)),
})
