import { randomBytes } from 'node:crypto'
import type { ChannelCreate, ChannelType } from '@heddle/contract/channels.ts'
import type { OutboundRules } from '../../adapters/outbound/outbound-rules.ts'

type Target = NonNullable<ChannelCreate['target']>

const PAGERDUTY = 'https://events.pagerduty.com/v2/enqueue'
const SECRET = /^whsec_(?<key>[A-Za-z0-9+/]+={0,2})$/
const MADE_BYTES = 32
const LEAST_BYTES = 24
const MOST_BYTES = 64

const signs = (type: ChannelType): boolean => type === 'webhook'
const hasSecret = (type: ChannelType): boolean => type === 'webhook' || type === 'pagerduty'

export const makeSecret = (): string => `whsec_${randomBytes(MADE_BYTES).toString('base64')}`

/** The key that signs, of a secret that was checked. */
export const keyOfSecret = (secret: string): Buffer => Buffer.from(SECRET.exec(secret)?.groups?.['key'] ?? '', 'base64')

/** What a channel of this type is sent to, unless somebody says otherwise. */
export const usualTarget = (type: ChannelType): Target | undefined => (type === 'pagerduty' ? PAGERDUTY : undefined)

/** What is wrong with a target, as a message for its field. */
export async function faultOfTarget(
  outbound: OutboundRules,
  type: ChannelType,
  target: Target | undefined,
): Promise<string | undefined> {
  if (type === 'mail') return Array.isArray(target) ? undefined : 'Expected a list of mail addresses.'
  if (typeof target !== 'string') return 'Expected an http:// or https:// URL.'
  const url = readUrl(target)
  if (typeof url === 'string') return url
  // A query may be part of it: services put keys there.
  return outbound.faultOfUrl(url.origin + url.pathname)
}

function readUrl(text: string): URL | string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:')) return 'Expected an http:// or https:// URL.'
  if (url.username !== '' || url.password !== '') return 'The URL must not contain a user name or password.'
  return url.hash === '' ? url : 'The URL must not have a fragment.'
}

export function faultOfSecret(type: ChannelType, secret: string | undefined, isNew: boolean): string | undefined {
  if (secret === undefined) return type === 'pagerduty' && isNew ? 'Enter the integration key.' : undefined
  if (!hasSecret(type)) return `A channel of type ${type} has no secret.`
  if (!signs(type)) return undefined
  const bytes = keyOfSecret(secret).byteLength
  return bytes >= LEAST_BYTES && bytes <= MOST_BYTES
    ? undefined
    : `Expected whsec_ and base64 of ${LEAST_BYTES} to ${MOST_BYTES} bytes.`
}

/** What people see of a target: paths and queries of URLs are credentials. */
export function shownTarget(target: Target): string | readonly string[] {
  return typeof target === 'string' ? `${new URL(target).origin}/…` : target
}
