import type { Channel, Delivery, DeliveryDetails } from '@heddle/contract/channels.ts'
import type { Caller } from '../../kernel/caller.ts'
import { timestamp } from '../../kernel/instants.ts'
import type { EditedParts } from '../../kernel/versions.ts'
import type { ShownChannel } from './channels.store.ts'
import type { DeliveryRow, MuteRow } from './channels.tables.ts'
import { writeMail, writeMessage } from './write-message.ts'

/** What anybody but administrators learns of a receiver with a private address: else channels would scan networks. */
export const PRIVATE_ANSWER =
  'The receiver did not take the message. As its address is a private one, only administrators learn why.'

type Viewer = Pick<Caller, 'isAdmin'>
const hides = (viewer: Viewer, row: { readonly isInternal: boolean }): boolean => row.isInternal && !viewer.isAdmin

export function presentChannel(row: ShownChannel, mutes: readonly MuteRow[], viewer: Viewer): Channel {
  return {
    id: row.id,
    name: row.name,
    type: row.type,
    owner: row.ownerName,
    group: row.groupId,
    enabled: row.enabled,
    events: row.events,
    target: typeof row.targetShown === 'string' ? row.targetShown : [...row.targetShown],
    secret_set: row.isSecretSet,
    state: row.state,
    last_error: row.lastError !== null && hides(viewer, row) ? PRIVATE_ANSWER : row.lastError,
    muted: mutes
      .filter(({ channelId }) => channelId === row.id)
      .map(({ savedQueryId, until }) => ({ saved_query: savedQueryId, until: timestamp(until) })),
    created_at: timestamp(row.createdAt),
  }
}

/** What two people may edit at once; its state and mutes come and go without them. */
export const editedChannelParts = (
  channel: Pick<Channel, 'name' | 'enabled' | 'events'> & EditedTarget,
): EditedParts => {
  const { name, enabled, events, target } = channel
  return { name, enabled, events, target }
}
type EditedTarget = { readonly target: ShownChannel['targetShown'] }

export function presentDelivery(row: DeliveryRow, viewer: Viewer): Delivery {
  return {
    id: row.id,
    event: row.occurrence.type,
    title: row.occurrence.title,
    attempt: row.attempts,
    at: timestamp(row.attemptedAt ?? row.createdAt),
    status: row.status,
    response_status: hides(viewer, row) && row.status !== 'delivered' ? null : row.responseStatus,
    duration_ms: hides(viewer, row) ? null : row.durationMs,
    next_attempt_at: timestamp(row.nextAttemptAt),
  }
}

export function presentDetails(
  row: DeliveryRow,
  channel: Pick<ShownChannel, 'id' | 'type' | 'targetShown'>,
  viewer: Viewer,
  frontendUrl: string,
): DeliveryDetails {
  const form = { occurrence: row.occurrence, channelId: channel.id, frontendUrl }
  const isHidden = hides(viewer, row)
  return {
    ...presentDelivery(row, viewer),
    error: row.error !== null && isHidden && row.attempts > 0 ? PRIVATE_ANSWER : row.error,
    request: {
      method: channel.type === 'mail' ? 'MAIL' : 'POST',
      url: channel.targetShown.toString(),
      body: channel.type === 'mail' ? writeMail(form).text : writeMessage(channel.type, form),
    },
    response_text: isHidden ? null : row.responseText,
  }
}
