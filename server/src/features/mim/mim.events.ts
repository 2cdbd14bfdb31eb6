import { Type } from 'typebox'
import { Uuid } from '@heddle/contract/common.ts'
import { defineEvent } from '../../platform/events/events.ts'

/** Another class model became active. Only a hint: each process also polls. */
export const modelSwitched = defineEvent('mim-model-switched', Type.Object({ graph_id: Uuid }))
