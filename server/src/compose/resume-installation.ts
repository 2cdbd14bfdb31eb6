import type { Database, Transaction } from '../adapters/database/database.ts'
import { createAuditRecorder } from '../features/audit/index.ts'
import { skipWaiting } from '../features/channels/index.ts'
import type { Clock } from '../kernel/clock.ts'
import { endStandstill, type Standstill } from '../platform/instance/standstill.ts'
import { discardWaitingMails } from '../platform/mail/outbox.store.ts'
import { actAs, OPERATOR } from '../platform/request-scope.ts'

type Resumption = {
  readonly database: Pick<Database, 'transaction'>
  readonly clock: Pick<Clock, 'now'>
  readonly discardsMails: boolean
}

const DISCARDED = 'discarded when this copy of the data was resumed'

/** Lets a copy of the data do its work. Its processes see it within seconds. Returns why it stood still. */
export function resumeInstallation({ database, clock, discardsMails }: Resumption): Promise<Standstill | undefined> {
  const audit = createAuditRecorder(clock)
  const resume = async (tx: Transaction): Promise<Standstill | undefined> => {
    const ended = await endStandstill(tx)
    const discarded = discardsMails
      ? (await discardWaitingMails(tx, DISCARDED)) + (await skipWaiting(tx, undefined, DISCARDED))
      : 0
    if (!ended && discarded === 0) return undefined
    await audit.record(tx, {
      action: 'database_resume',
      description: `An operator command ${describe(ended)}${discardsMails ? `; waiting mails and messages discarded: ${discarded}` : ''}`,
      metadata: { standstill: ended ?? null, discarded_mails: discarded },
    })
    return ended
  }
  return actAs(OPERATOR, () => database.transaction(resume))
}

function describe(ended: Standstill | undefined): string {
  if (ended?.kind === 'moved')
    return `put this database back into use after it was moved to ${ended.to} at ${ended.since}`
  return ended ? `resumed this restored copy, paused since ${ended.since}` : 'found nothing paused'
}
