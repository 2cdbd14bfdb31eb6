import { Type } from 'typebox'
import { Nullable, Uuid } from '@heddle/contract/common.ts'
import { EXPECTATION_STATUSES } from '@heddle/contract/executions.ts'
import { defineEvent } from '../../platform/events/events.ts'

/** Raised once for every check whose queries were run, in the transaction that ends it. */
export const checkFinished = defineEvent('check-finished', Type.Object({ check_id: Uuid }))

/** The rows of a query in a check are as it expects, or are not, unlike in the user's check before. */
export const checkResultChanged = defineEvent(
  'check-result-changed',
  Type.Object({
    check_id: Uuid,
    saved_query: Uuid,
    query_name: Type.String(),
    controller_connection: Uuid,
    status: Type.Enum([...EXPECTATION_STATUSES]),
    reason: Nullable(Type.String()),
    /** The first rows that are not as expected. */
    failing_rows: Type.Array(Type.Record(Type.String(), Type.Unknown())),
  }),
)
