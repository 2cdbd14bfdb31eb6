import { Type } from 'typebox'
import { Uuid } from '@heddle/contract/common.ts'
import { defineEvent } from '../../../platform/events/events.ts'

/** Published: a check has ended. A hint for requests that wait for it; what is stored counts. */
export const verificationEnded = defineEvent('automation-verification-ended', Type.Object({ verification_id: Uuid }))
