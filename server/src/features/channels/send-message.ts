import type { Occurrence } from '@heddle/domain/channel/occurrence.ts'
import type { PostMessage, Receipt } from '../../adapters/receiver/post-message.ts'
import type { SecretBox } from '../../adapters/secrets/secret-box.ts'
import { previousPlace, secretPlace, targetPlace } from './change-channel.ts'
import type { ChannelRow } from './channels.tables.ts'
import { signedHeaders } from './sign-webhook.ts'
import { writeMessage } from './write-message.ts'

type Parts = { readonly secrets: SecretBox; readonly post: PostMessage; readonly frontendUrl: string }
type Message = { readonly eventId: string; readonly occurrence: Occurrence }

const UNREADABLE: Receipt = {
  status: null,
  text: null,
  failure: 'The target or secret of the channel cannot be decrypted.',
  isInternal: false,
}

/** Sends a message of a channel that is not one of mails. */
export async function sendMessage(
  { secrets, post, frontendUrl }: Parts,
  channel: ChannelRow,
  { eventId, occurrence }: Message,
  now: Date,
  signal: AbortSignal,
): Promise<Receipt> {
  const opened = open(secrets, channel, now)
  if (!opened || channel.type === 'mail') return UNREADABLE
  const { url, signing } = opened
  const written = writeMessage(channel.type, { occurrence, channelId: channel.id, frontendUrl })
  const body = channel.type === 'pagerduty' ? withRoutingKey(written, signing[0] ?? '') : written
  const headers = {
    'content-type': 'application/json',
    ...(channel.type === 'webhook' && signedHeaders(signing, { id: eventId, body, now })),
  }
  return post({ url: new URL(url), headers, body }, signal)
}

/** The addresses of a channel of mails; undefined when they cannot be decrypted. */
export function addressesOf(secrets: SecretBox, { id, targetSealed }: ChannelRow): readonly string[] | undefined {
  try {
    const target: unknown = JSON.parse(secrets.open(targetSealed, targetPlace(id)).reveal())
    return Array.isArray(target) ? target.map(String) : undefined
  } catch {
    // A key may be missing for a while: an operator may bring it back.
    return undefined
  }
}

function open(secrets: SecretBox, channel: ChannelRow, now: Date): { url: string; signing: string[] } | undefined {
  const { id, targetSealed, secretSealed, previousSecretSealed, previousUntil } = channel
  try {
    const url: unknown = JSON.parse(secrets.open(targetSealed, targetPlace(id)).reveal())
    const signing = secretSealed === null ? [] : [secrets.open(secretSealed, secretPlace(id)).reveal()]
    if (previousSecretSealed !== null && previousUntil !== null && previousUntil > now)
      signing.push(secrets.open(previousSecretSealed, previousPlace(id)).reveal())
    return typeof url === 'string' ? { url, signing } : undefined
  } catch {
    // As above.
    return undefined
  }
}

function withRoutingKey(written: string, key: string): string {
  return JSON.stringify({ routing_key: key, ...(JSON.parse(written) as object) })
}
