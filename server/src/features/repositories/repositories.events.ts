import { Type } from 'typebox'
import { defineEvent } from '../../platform/events/events.ts'

/** Published: a repository may be due now. A hint; the drivers look every second too. */
export const repositoriesDue = defineEvent('query-repositories-due', Type.Object({}))
