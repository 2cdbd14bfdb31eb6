import type { Events } from '../../../platform/events/events.ts'
import type { Hints } from '../../../platform/work/hints.ts'
import { executionChanged } from '../automation.events.ts'
import { outputChanged } from '../output/output.events.ts'

/** Passes on to this process's sockets what changed in any process. */
export function listenForHints(events: Pick<Events, 'on'>, hints: Hints): void {
  events.on(executionChanged, ({ request_id, execution_id }) => {
    hints.give(request_id, execution_id)
    if (execution_id !== null) hints.give(execution_id)
  })
  events.on(outputChanged, ({ execution_id }) => hints.give(execution_id))
}
