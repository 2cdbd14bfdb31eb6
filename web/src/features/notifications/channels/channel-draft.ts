import type { Wire } from '../../../lib/api/wire.ts'

/** A channel as it is typed. */
export type ChannelDraft = {
  readonly name: string
  readonly type: Wire.Channel['type']
  readonly group: string
  readonly enabled: boolean
  /** A URL, or addresses on lines of their own. Empty: as it is. */
  readonly target: string
  readonly secret: string
  readonly severity: Wire.ChannelEvents['minimum_severity']
  readonly categories: Wire.ChannelEvents['categories']
  /** Ids; none: whatever it is about. */
  readonly queries: readonly string[]
  /** The id of one, or `ANY`. */
  readonly folder: string
  readonly packs: string
}

export const MINE = 'mine'
export const ANY = 'any'

export const NEW_CHANNEL: ChannelDraft = {
  name: '',
  type: 'webhook',
  group: MINE,
  enabled: true,
  target: '',
  secret: '',
  severity: 'warning',
  categories: [],
  queries: [],
  folder: ANY,
  packs: '',
}

export const channelDraft = ({ name, type, group, enabled, events }: Wire.Channel): ChannelDraft => ({
  ...NEW_CHANNEL,
  ...{ name, type, enabled, group: group === null ? MINE : String(group) },
  severity: events.minimum_severity,
  categories: events.categories,
  queries: events.saved_queries,
  folder: events.category === null ? ANY : String(events.category),
  packs: events.packs.join(', '),
})

/** What was not typed is left out: it stays as it is, or gets what is usual. */
export function channelBody(draft: ChannelDraft) {
  const { name, type, enabled, target, secret, severity, categories, queries, folder, packs } = draft
  const lines = listOf(target, /\s+/)
  return {
    name,
    enabled,
    events: {
      ...{ minimum_severity: severity, categories, packs: listOf(packs, ',') },
      saved_queries: [...queries],
      category: folder === ANY ? null : Number(folder),
    },
    ...(target.trim() !== '' && { target: type === 'mail' ? lines : target.trim() }),
    ...(secret !== '' && { secret }),
  }
}

const listOf = (text: string, by: string | RegExp): string[] =>
  text
    .split(by)
    .map((one) => one.trim())
    .filter((one) => one !== '')
