import type { Static } from 'typebox'
import type { Events } from '../../platform/events/events.ts'
import { waiverExpired } from '../waivers/index.ts'
import type { Notice } from './notice.ts'
import type { Notify } from './notify.ts'
import { cutPlainText, onOneLine, quotedName } from './plain-text.ts'
import { followersOfQuery } from './recipients.store.ts'

const LONGEST = 300

/** Notifies the maker of a waiver that has expired, and the owners of tasks that report its failures. */
export function listenToWaivers(events: Events, notify: Notify): void {
  events.onRaised(waiverExpired, async (tx, expired) => {
    const followers = await followersOfQuery(tx, expired.saved_query)
    const told = new Set([...(expired.created_by === null ? [] : [expired.created_by]), ...followers])
    await notify(tx, [...told], expiryNotice(expired))
  })
}

function expiryNotice({ query_name, saved_query, resource, reason }: Static<typeof waiverExpired.schema>): Notice {
  const cut = (text: string): string => cutPlainText(onOneLine(text), LONGEST)
  return {
    category: 'scheduled_task',
    severity: 'warning',
    title: `A waiver of query ${quotedName(query_name)} expired`,
    body: `Findings about ${cut(resource)} count again. They were waived because: ${cut(reason)}`,
    link: `/queries/${saved_query}/`,
  }
}
