import { moved } from '../../../platform/threads/bytes.ts'
import type { Host } from '../../../platform/threads/calls.ts'
import { serveThread } from '../../../platform/threads/serve-thread.ts'
import { type ExplainCalls, explainCalls } from './explain-calls.ts'
import { openedModel } from './opened-model.ts'
import { planPastRun } from './plan-past-run.ts'
import { planProposal } from './plan-proposal.ts'
import { planRun } from './plan-run.ts'
import { outlineWhy, planWhy, sayDropped } from './plan-why.ts'
import type { QueryToRun } from '../query-to-run.ts'
import type { ClassVersions, PlannedRun, PlannerCalls, PlannerHost } from './planner-calls.ts'
import type { WhyCalls } from './why-calls.ts'

const send = <Planned extends PlannedRun>(planned: Planned) =>
  planned.input ? moved(planned, planned.input.packed) : planned

const asking = (host: Host<PlannerHost>) => ({
  findQuery: (id: string): Promise<QueryToRun | undefined> => host.ask('findQuery', id),
  versionsWith: (classNames: readonly string[]): Promise<ClassVersions> => host.ask('versionsWith', classNames),
})

serveThread<PlannerCalls & ExplainCalls & WhyCalls>({
  ...explainCalls,
  planRun: async ({ model, ...order }, host) =>
    send(await planRun({ ...order, model: openedModel(model), ...asking(host) })),
  planPastRun: async ({ model, ...order }, host) =>
    send(await planPastRun({ ...order, model: openedModel(model), ...asking(host) })),
  planProposal: (order, host) => planProposal(order, (id) => host.ask('findQuery', id)),
  outlineWhy: ({ model, object, ...order }) => outlineWhy({ ...order, model: openedModel(model) }, object),
  planWhy: async ({ model, part, ...order }, host) => {
    const planned = await planWhy({ ...order, model: openedModel(model), ...asking(host) }, part)
    return moved(planned, planned.input.packed)
  },
  sayDropped: ({ model, dropped, ...order }) => sayDropped({ ...order, model: openedModel(model) }, dropped),
})
