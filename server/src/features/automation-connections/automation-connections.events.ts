import { Type } from 'typebox'
import { defineEvent } from '../../platform/events/events.ts'

const Payload = Type.Object({ connection_id: Type.String() })

/**
 * A connection leads elsewhere now, or was deleted. Sent to every process, which closes its sockets to the automation
 * server.
 */
export const automationConnectionChanged = defineEvent('automation_connections.changed', Payload)

/** Raised in the transaction that deletes a connection; a handler that throws keeps it. */
export const automationConnectionDeleting = defineEvent('automation_connections.deleting', Payload)
