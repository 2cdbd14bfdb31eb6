import { type Static, Type } from 'typebox'
import { Email, Nullable, PageQuery, Timestamp, Uuid } from './common.ts'
import { NOTIFICATION_CATEGORIES, NOTIFICATION_SEVERITIES } from './notifications.ts'

export const CHANNEL_TYPES = ['webhook', 'slack', 'teams', 'webex', 'pagerduty', 'mail'] as const
export type ChannelType = (typeof CHANNEL_TYPES)[number]

/** What a webhook says it is about. */
export const CHANNEL_EVENT_TYPES = [
  'run.failed',
  'run.recovered',
  'check.failed',
  'check.passed',
  'changes.found',
  'request.waiting',
  'request.finished',
  'connection.fault',
  'connection.recovered',
  'waiver.expired',
  'test',
] as const
export type ChannelEventType = (typeof CHANNEL_EVENT_TYPES)[number]

export const CHANNEL_STATES = ['ok', 'failing', 'disabled'] as const
export const DELIVERY_STATUSES = ['waiting', 'delivered', 'failed', 'skipped'] as const
export const MUTE_SPANS = ['1h', '1d', 'until_passed'] as const
export type MuteSpan = (typeof MUTE_SPANS)[number]

export const MOST_ADDRESSES = 20
export const MOST_CHANNELS = 50
const LONGEST_URL = 2_000
const LONGEST_SECRET = 200

const name = Type.String({ minLength: 1, maxLength: 100, pattern: '\\S' })
const type = Type.Enum([...CHANNEL_TYPES])

const eventFields = {
  categories: Type.Array(Type.Enum([...NOTIFICATION_CATEGORIES]), {
    maxItems: NOTIFICATION_CATEGORIES.length,
    description: 'Empty: all.',
  }),
  minimum_severity: Type.Enum([...NOTIFICATION_SEVERITIES]),
  saved_queries: Type.Array(Uuid, { maxItems: 200, description: 'Empty: all.' }),
  category: Nullable(
    Type.Integer({
      minimum: 1,
      maximum: 2_147_483_647,
      description: 'A folder: queries in it and below it. Null: all.',
    }),
  ),
  packs: Type.Array(Type.String({ maxLength: 100 }), { maxItems: 50, description: 'Names of packs. Empty: all.' }),
}

/** Which events a channel takes: what fits every rule that is given. */
export const ChannelEvents = Type.Object(eventFields)
export type ChannelEvents = Static<typeof ChannelEvents>

export const Mute = Type.Object({
  saved_query: Nullable(Type.String({ format: 'uuid', description: 'Null: all that the channel takes.' })),
  until: Nullable(Type.String({ format: 'date-time', description: 'Null: until the query passes.' })),
})
export type Mute = Static<typeof Mute>

/** Where news are sent. */
export const Channel = Type.Object({
  id: Uuid,
  name: Type.String(),
  type,
  owner: Nullable(Type.String({ description: 'Username; null for the channel of a group.' })),
  group: Nullable(Type.Integer({ description: 'The group whose channel it is.' })),
  enabled: Type.Boolean(),
  events: ChannelEvents,
  target: Type.Union([Type.String(), Type.Array(Type.String())], {
    description: 'A URL, masked beyond its host, or the addresses of a mail.',
  }),
  secret_set: Type.Boolean(),
  state: Type.Enum([...CHANNEL_STATES]),
  last_error: Nullable(Type.String()),
  muted: Type.Array(Mute, { description: 'What it does not take at present.' }),
  created_at: Timestamp,
})
export type Channel = Static<typeof Channel>

export const ChannelWithSecret = Type.Object({
  ...Channel.properties,
  secret: Nullable(Type.String({ description: 'The new signing secret of a webhook; shown once.' })),
})
export type ChannelWithSecret = Static<typeof ChannelWithSecret>

const target = Type.Union(
  [Type.String({ maxLength: LONGEST_URL }), Type.Array(Email, { minItems: 1, maxItems: MOST_ADDRESSES })],
  { description: 'A URL, or addresses for `mail`. Left out for `pagerduty`: its public address. Never read back.' },
)
const secret = Type.String({
  minLength: 1,
  maxLength: LONGEST_SECRET,
  description:
    'For `webhook` what signs, `whsec_` and base64 of 24 to 64 bytes, made unless given; for `pagerduty` the integration key. Never read back.',
})

export const ChannelCreate = Type.Object({
  name,
  type,
  group: Type.Optional(Nullable(Type.Integer({ minimum: 1, maximum: 2_147_483_647 }))),
  enabled: Type.Optional(Type.Boolean()),
  events: Type.Optional(Type.Partial(ChannelEvents)),
  target: Type.Optional(target),
  secret: Type.Optional(secret),
})
export type ChannelCreate = Static<typeof ChannelCreate>

export const ChannelPatch = Type.Object({
  name: Type.Optional(name),
  enabled: Type.Optional(Type.Boolean({ description: 'Enabling one that was disabled tries it again.' })),
  events: Type.Optional(Type.Partial(ChannelEvents)),
  target: Type.Optional(target),
  secret: Type.Optional(secret),
})
export type ChannelPatch = Static<typeof ChannelPatch>

export const ChannelListQuery = Type.Object({ ...PageQuery })

export const ChannelTestReply = Type.Object({
  delivered: Type.Boolean(),
  status: Nullable(Type.Integer({ description: 'The status of the answer, if there was one.' })),
  detail: Type.String(),
})
export type ChannelTestReply = Static<typeof ChannelTestReply>

export const RotateReply = Type.Object({
  secret: Type.String({ description: 'Shown once.' }),
  previous_until: Timestamp,
})

export const MuteBody = Type.Object({
  for: Type.Enum([...MUTE_SPANS]),
  saved_query: Type.Optional(Nullable(Uuid)),
})
export type MuteBody = Static<typeof MuteBody>
export const UnmuteQuery = Type.Object({ saved_query: Type.Optional(Uuid) })

export const Delivery = Type.Object({
  id: Uuid,
  event: Type.Enum([...CHANNEL_EVENT_TYPES]),
  title: Type.String(),
  attempt: Type.Integer({ description: 'How many there were.' }),
  at: Timestamp,
  status: Type.Enum([...DELIVERY_STATUSES]),
  response_status: Nullable(Type.Integer()),
  duration_ms: Nullable(Type.Integer({ description: 'Of the newest attempt.' })),
  next_attempt_at: Nullable(Timestamp),
})
export type Delivery = Static<typeof Delivery>

export const DeliveryDetails = Type.Object({
  ...Delivery.properties,
  error: Nullable(Type.String()),
  request: Type.Object({
    method: Type.String(),
    url: Type.String({ description: 'Masked beyond its host.' }),
    body: Type.String({ description: 'As it is sent, without secrets.' }),
  }),
  response_text: Nullable(
    Type.String({
      description: 'The beginning of the answer. Only administrators see what a private address answers.',
    }),
  ),
})
export type DeliveryDetails = Static<typeof DeliveryDetails>

export const DeliveryListQuery = Type.Object({ ...PageQuery })
