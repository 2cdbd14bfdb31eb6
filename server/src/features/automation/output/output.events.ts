import { Type } from 'typebox'
import { Uuid } from '@heddle/contract/common.ts'
import { defineEvent } from '../../../platform/events/events.ts'

/** Published when more of an execution's output is stored, or that it is complete. A hint: readers also poll. */
export const outputChanged = defineEvent('automation-output-changed', Type.Object({ execution_id: Uuid }))
