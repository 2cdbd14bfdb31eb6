import { Type } from 'typebox'
import { Nullable, Timestamp, Uuid } from '@heddle/contract/common.ts'
import { defineEvent } from '../../platform/events/events.ts'

/** Raised once for every waiver whose time is over. */
export const waiverExpired = defineEvent(
  'waiver-expired',
  Type.Object({
    waiver_id: Uuid,
    saved_query: Uuid,
    query_name: Type.String(),
    resource: Type.String(),
    reason: Type.String(),
    until: Timestamp,
    /** Who made it, unless the account was deleted. */
    created_by: Nullable(Type.Integer()),
  }),
)
