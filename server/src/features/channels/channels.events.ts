import { Type } from 'typebox'
import { defineEvent } from '../../platform/events/events.ts'

/** Published: there may be something to deliver now. A hint; the drivers look every second too. */
export const deliveriesWanted = defineEvent('channel-deliveries-wanted', Type.Object({}))
