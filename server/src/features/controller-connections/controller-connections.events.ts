import { Type } from 'typebox'
import { defineEvent } from '../../platform/events/events.ts'

/** A connection was changed or deleted: whoever holds a session of it lets go. Heard in every process. */
export const connectionChanged = defineEvent('controller_connections.changed', Type.Object({ connection_id: Type.String() }))
