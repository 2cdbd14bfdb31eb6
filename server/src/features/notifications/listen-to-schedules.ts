import type { Events } from '../../platform/events/events.ts'
import {
  followUpFailed,
  schedulesStalled,
  taskChangesFound,
  taskExpectationChanged,
  taskFailed,
  taskPaused,
} from '../schedules/index.ts'
import { followUpNotice } from './automation-notices.ts'
import { expectationNotice } from './expectation-notice.ts'
import { changesNotice, failureNotice, pauseNotice, stallNotice } from './notices.ts'
import type { Notify } from './notify.ts'
import { activeAdministrators } from './recipients.store.ts'

/**
 * Notifies owners of events of their tasks; and administrators, because they can fix it, when tasks are not fired, and
 * when one was paused because it stops the server.
 */
export function listenToSchedules(events: Events, notify: Notify): void {
  events.onRaised(taskFailed, async (tx, failed) => {
    if (failed.notify_on_failure) await notify(tx, [failed.owner_id], failureNotice(failed))
  })
  events.onRaised(taskPaused, async (tx, paused) => {
    const administrators = paused.concerns_administrators === true ? await activeAdministrators(tx) : []
    await notify(tx, [paused.owner_id, ...administrators], pauseNotice(paused))
  })
  events.onRaised(taskChangesFound, async (tx, found) => {
    if (found.notify_on_changes) await notify(tx, [found.owner_id], changesNotice(found))
  })
  events.onRaised(taskExpectationChanged, async (tx, changed) => {
    if (changed.notify_on_expectation) await notify(tx, [changed.owner_id], expectationNotice(changed))
  })
  events.onRaised(followUpFailed, (tx, failed) => notify(tx, [failed.owner_id], followUpNotice(failed)))
  events.onRaised(schedulesStalled, async (tx, stalled) =>
    notify(tx, await activeAdministrators(tx), stallNotice(stalled)),
  )
}
