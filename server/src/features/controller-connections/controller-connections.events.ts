import { Type } from 'typebox'
import { defineEvent } from '../../platform/events/events.ts'

/** A connection was changed or deleted. Sent to every process, which closes its session with the controller. */
export const connectionChanged = defineEvent(
  'controller_connections.changed',
  Type.Object({ connection_id: Type.String() }),
)

/** Raised when a connection was tested, in the transaction that stores the outcome. */
export const connectionTested = defineEvent(
  'controller_connections.tested',
  Type.Object({ connection_id: Type.String(), succeeded: Type.Boolean() }),
)

/** The budgets of connections may have changed. Sent to every process, which reads them again at the next use. */
export const budgetsChanged = defineEvent('controller_connections.budgets_changed', Type.Object({}))
