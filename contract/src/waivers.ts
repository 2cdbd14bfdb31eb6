import { type Static, Type } from 'typebox'
import { Nullable, Ordering, PageQuery, Timestamp, Uuid } from './common.ts'

export const LONGEST_WAIVER_YEARS = 2
export const MOST_WAIVERS = 200

const resource = Type.String({
  minLength: 1,
  maxLength: 500,
  description: 'A pattern for the whole resource of a finding: `*` is any text, `?` one character.',
})
const waiverReason = Type.String({ minLength: 1, maxLength: 2_000, pattern: '\\S' })

/** What somebody takes on: findings of a check that do not count for a while. */
export const Waiver = Type.Object({
  id: Uuid,
  saved_query: Uuid,
  resource: Type.String(),
  controller_connection: Nullable(Type.String({ format: 'uuid', description: 'Null: any.' })),
  until: Timestamp,
  reason: Type.String(),
  created_by: Nullable(Type.String()),
  created_at: Timestamp,
  expired: Type.Boolean(),
})
export type Waiver = Static<typeof Waiver>

const until = Type.String({ maxLength: 40, description: `ISO 8601, at most ${LONGEST_WAIVER_YEARS} years ahead.` })
/** What a waiver says, also in a file. */
export const FILE_WAIVER = { resource, until, reason: waiverReason }

export const WaiverCreate = Type.Object({
  saved_query: Uuid,
  resource,
  controller_connection: Type.Optional(Nullable(Uuid)),
  until,
  reason: waiverReason,
})
export type WaiverCreate = Static<typeof WaiverCreate>

export const WaiverListQuery = Type.Object({
  ...PageQuery,
  saved_query: Type.Optional(Uuid),
  controller_connection: Type.Optional(Uuid),
  expired: Type.Optional(Type.Boolean()),
  ordering: Ordering,
})
export const WAIVER_ORDERS = ['until', 'created_at'] as const
