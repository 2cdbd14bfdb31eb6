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
    /** It had ended before; a job found afterwards ended too, and changed the outcome. */
    again: Type.Boolean(),
  }),
)

/** Published: a request, or one of its executions, is no longer what it was. A hint; what is stored counts. */
export const executionChanged = defineEvent('automation-execution-changed', Type.Object({ request_id: Uuid, execution_id: Nullable(Uuid) }))

/** Published: there is something to launch, ask for or cancel now. A hint; the drivers look every second too. */
export const driverWanted = defineEvent('automation-driver-wanted', Type.Object({ connection_id: Nullable(Uuid) }))
