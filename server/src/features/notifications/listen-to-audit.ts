import type { Events } from '../../platform/events/events.ts'
import { auditFloorLowered } from '../audit/index.ts'
import { auditFloorNotice } from './notices.ts'
import type { Notify } from './notify.ts'
import { activeSuperusers } from './recipients.store.ts'

/** Notifies all superusers, the one who did it included: it may not have been them. */
export function listenToAudit(events: Events, notify: Notify): void {
  events.onRaised(auditFloorLowered, async (tx, lowered) =>
    notify(tx, await activeSuperusers(tx), auditFloorNotice(lowered)),
  )
}
