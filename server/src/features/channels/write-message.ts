import type { ChannelType } from '@heddle/contract/channels.ts'
import {
  countsInWords,
  type MessageLinks,
  type Occurrence,
  rowInWords,
  shortened,
} from '@heddle/domain/channel/occurrence.ts'
import { pagerdutyEvent } from '@heddle/domain/channel/pagerduty-event.ts'
import { slackMessage } from '@heddle/domain/channel/slack-message.ts'
import { teamsMessage } from '@heddle/domain/channel/teams-message.ts'
import { webexMessage } from '@heddle/domain/channel/webex-message.ts'
import { webhookBody } from '@heddle/domain/channel/webhook-body.ts'
import { renderMail, type RenderedMail } from '../../platform/mail/mail-layout.ts'

type Form = { readonly occurrence: Occurrence; readonly channelId: string; readonly frontendUrl: string }

/** The body for a service; for PagerDuty without the key, which the sender adds. */
export function writeMessage(type: Exclude<ChannelType, 'mail'>, form: Form): string {
  const links = linksOf(form)
  const { occurrence, frontendUrl } = form
  switch (type) {
    case 'webhook':
      return webhookBody(occurrence, links)
    case 'slack':
      return JSON.stringify(slackMessage(occurrence, links))
    case 'teams':
      return JSON.stringify(teamsMessage(occurrence, links))
    case 'webex':
      return JSON.stringify(webexMessage(occurrence, links))
    case 'pagerduty':
      return JSON.stringify(pagerdutyEvent(occurrence, links, new URL(frontendUrl).host))
  }
}

export function writeMail(form: Form): RenderedMail {
  const { occurrence } = form
  const { title, text, connections, counts, blame, rows } = occurrence
  const { open, mute } = linksOf(form)
  const facts = [
    connections.length > 0 ? `Controller: ${connections.join(', ')}` : '',
    Object.keys(counts).length > 0 ? `Rows: ${countsInWords(counts)}` : '',
    blame.length > 0 ? `By ${blame.join(', ')}, according to the controller.` : '',
  ]
  return renderMail({
    subject: title,
    greeting: title,
    paragraphs: [
      text,
      ...facts.filter((fact) => fact !== ''),
      ...(rows.length > 0 ? [rows.map((row) => shortened(rowInWords(row), 500)).join('\n')] : []),
      ...(mute === null
        ? []
        : [
            { text: 'Mute for one hour:', url: mute.hour },
            { text: 'Mute for one day:', url: mute.day },
            { text: 'Mute until passed:', url: mute.untilPassed },
          ]),
    ],
    action: { label: 'Open in Heddle', url: open },
    footer: ['A channel of Heddle has this address.'],
  })
}

/** Links to mute lead to a page where somebody who is signed in confirms: services and scanners follow links. */
function linksOf({ occurrence, channelId, frontendUrl }: Form): MessageLinks {
  const query = occurrence.saved_query?.id
  const mute = (span: string): string =>
    `${frontendUrl}/notifications/channels/${channelId}/mute?${new URLSearchParams({ for: span, ...(query && { saved_query: query }) }).toString()}`
  return {
    open: `${frontendUrl}${occurrence.link}`,
    mute: query === undefined ? null : { hour: mute('1h'), day: mute('1d'), untilPassed: mute('until_passed') },
  }
}
