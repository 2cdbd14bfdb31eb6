import { type Static, Type } from 'typebox'
import { Nullable, Timestamp, Uuid } from './common.ts'

/** A longer key is that of a row without a DN: what it shows is its content. */
export const LONGEST_REVIEWED_KEY = 4_000
const MOST_REVIEWED_AT_ONCE = 500

const key = Type.String({
  minLength: 1,
  maxLength: LONGEST_REVIEWED_KEY,
  description: 'What names the row in the comparison: its DN, or the values of its key.',
})
const fields = Type.Array(Type.String({ minLength: 1, maxLength: 500 }), {
  maxItems: 500,
  description: 'Of a changed row, the fields that were seen to differ. Where others differ too, it is not reviewed.',
})

const ReviewedRow = Type.Object({
  key,
  fields,
  reviewed_by: Nullable(Type.String({ description: 'Username.' })),
  reviewed_at: Timestamp,
})

/** The rows of a comparison that somebody has looked at. */
export const Reviews = Type.Object({ reviewed: Type.Array(ReviewedRow) })
export type Reviews = Static<typeof Reviews>

const pair = { snapshot_a: Uuid, snapshot_b: Uuid }
export const ReviewsQuery = Type.Object(pair)
export const ReviewBody = Type.Object({
  ...pair,
  rows: Type.Array(Type.Object({ key, fields: Type.Optional(fields) }), {
    minItems: 1,
    maxItems: MOST_REVIEWED_AT_ONCE,
  }),
  reviewed: Type.Optional(Type.Boolean({ description: 'True by default; false takes the marks away.' })),
})
export type ReviewBody = Static<typeof ReviewBody>
