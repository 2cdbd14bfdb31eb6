import { Type } from 'typebox'
import { defineEvent } from '../events/events.ts'

/** Sessions of a user have ended. Published after the transaction, for the sockets of every process. */
export const credentialsEnded = defineEvent('realtime.credentials_ended', Type.Object({ user_id: Type.Integer() }))
