import { Type } from 'typebox'
import { Uuid } from '@heddle/contract/common.ts'
import { defineEvent } from '../../platform/events/events.ts'

/** Another class model became the one to read. A hint: processes also look by themselves now and then. */
export const modelSwitched = defineEvent('mim-model-switched', Type.Object({ graph_id: Uuid }))
