import type { Executor } from '../../adapters/database/database.ts'
import type { Events } from '../../platform/events/events.ts'
import { requestDecided, requestEnded, requestWaits } from '../automation/index.ts'
import { findFiringOf } from '../schedules/index.ts'
import { decisionNotice, endNotice, waitNotice } from './automation-notices.ts'
import type { Notify } from './notify.ts'
import { approversOf } from './recipients.store.ts'

/** Notifies requesters of what became of their requests, and everybody who may approve one that waits. */
export function listenToAutomation(events: Events, notify: Notify): void {
  events.onRaised(requestEnded, async (tx, ended) => {
    if (ended.user_id !== null && !ended.declined)
      await notify(tx, [ended.user_id], endNotice(ended, await firingOf(tx, ended)))
  })
  events.onRaised(requestWaits, async (tx, waits) => {
    const approvers = await approversOf(tx, waits.template_id)
    const others = approvers.filter((id) => id !== waits.user_id)
    await notify(tx, others, waitNotice(waits, await firingOf(tx, waits)))
  })
  events.onRaised(requestDecided, async (tx, decided) => {
    if (decided.user_id !== null && decided.user_id !== decided.decided_by_id)
      await notify(tx, [decided.user_id], decisionNotice(decided))
  })
}

const firingOf = async (tx: Executor, { scheduled_execution: id }: { readonly scheduled_execution: string | null }) =>
  id === null ? undefined : findFiringOf(tx, id)
