import type { Events } from '../../platform/events/events.ts'
import { mimImportEnded } from '../mim-registry/index.ts'
import { importNotice } from './notices.ts'
import type { Notify } from './notify.ts'

/** Notifies the user who started an import when it has ended, unless it was cancelled: that was requested. */
export function listenToMimRegistry(events: Events, notify: Notify): void {
  events.onRaised(mimImportEnded, async (tx, ended) => {
    if (ended.started_by !== null && ended.state !== 'cancelled')
      await notify(tx, [ended.started_by], importNotice(ended))
  })
}
