import { knownModel } from '@heddle/domain/mim/known-model.ts'
import { type ExplainCalls, explainCalls } from '../../features/planning/thread/explain-calls.ts'
import { planRun } from '../../features/planning/thread/plan-run.ts'
import type { PlannerCalls } from '../../features/planning/thread/planner-calls.ts'
import { serveThread } from '../../platform/threads/serve-thread.ts'

/** A planner that does what the name of a query says, as a canvas might that no rule has foreseen. */
serveThread<PlannerCalls & ExplainCalls>({
  ...explainCalls,
  planRun: async (order, host) => {
    const { name } = order.query
    if (name === 'computes forever') for (;;);
    if (name === 'fills memory') fillMemory()
    if (name === 'looks up forever') for (;;) await host.ask('findQuery', order.query.id)
    return planRun({ ...order, model: knownModel, findQuery: (id) => host.ask('findQuery', id) })
  },
  planPastRun: () => {
    throw new Error('no test plans past runs')
  },
  planProposal: () => {
    throw new Error('no test plans proposals')
  },
})

function fillMemory(): never {
  const kept: object[] = []
  for (;;) kept.push({ text: String(kept.length) })
}
