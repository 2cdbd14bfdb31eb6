import { Type } from 'typebox'
import { Nullable, Uuid } from '@heddle/contract/common.ts'
import { REQUEST_STATUSES } from '@heddle/contract/automation.ts'
import { defineEvent } from '../../platform/events/events.ts'

/** Raised in the transaction that ends a request. */
export const requestEnded = defineEvent(
  'automation-request-ended',
  Type.Object({
    request_id: Uuid,
    template_id: Uuid,
    template_name: Type.String(),
    status: Type.Enum([...REQUEST_STATUSES]),
    user_id: Nullable(Type.Integer()),
    username: Type.String(),
    row_count: Type.Integer(),
    /** The run of a scheduled task that made it; null for what was launched again since. */
    scheduled_execution: Nullable(Uuid),
    /** It was declined, which its requester was notified of. */
    declined: Type.Boolean(),
    /** It had ended before; a job found afterwards ended too, and changed the outcome. */
    again: Type.Boolean(),
  }),
)

/** Raised with each new request that waits for approval. */
export const requestWaits = defineEvent(
  'automation-request-waits',
  Type.Object({
    request_id: Uuid,
    template_id: Uuid,
    template_name: Type.String(),
    user_id: Type.Integer(),
    username: Type.String(),
    row_count: Type.Integer(),
    /** The run of a scheduled task that made it; null for what was launched again since. */
    scheduled_execution: Nullable(Uuid),
  }),
)

/** Raised when a waiting request was approved, or declined, or has waited too long. */
export const requestDecided = defineEvent(
  'automation-request-decided',
  Type.Object({
    request_id: Uuid,
    template_name: Type.String(),
    user_id: Nullable(Type.Integer()),
    row_count: Type.Integer(),
    decision: Type.Enum(['approved', 'declined']),
    /** Null: nobody decided in time. */
    decided_by_id: Nullable(Type.Integer()),
    decided_by: Nullable(Type.String()),
    note: Type.String(),
  }),
)

/** Published: a request, or one of its executions, is no longer what it was. A hint; what is stored counts. */
export const executionChanged = defineEvent(
  'automation-execution-changed',
  Type.Object({ request_id: Uuid, execution_id: Nullable(Uuid) }),
)

/** Published: there is something to launch, ask for or cancel now. A hint; the drivers look every second too. */
export const driverWanted = defineEvent('automation-driver-wanted', Type.Object({ connection_id: Nullable(Uuid) }))
