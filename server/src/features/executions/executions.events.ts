import { Type } from 'typebox'
import { Nullable, Uuid } from '@heddle/contract/common.ts'
import { defineEvent } from '../../platform/events/events.ts'

/** Raised when a run ends, whatever ended it: once for every run, in the transaction that ends it. */
export const runEnded = defineEvent(
  'run-ended',
  Type.Object({
    execution_id: Uuid,
    saved_query: Uuid,
    controller_connection: Uuid,
    trigger: Type.Enum(['manual', 'background', 'schedule']),
    status: Type.Enum(['success', 'failure', 'timeout']),
    /** True when somebody cancelled it: the log says `failure` then. */
    cancelled: Type.Boolean(),
    row_count: Type.Integer(),
    error_message: Nullable(Type.String()),
  }),
)

/** A run is to stop: the process that is at it hears it, and looks for itself now and then. */
export const runCancelRequested = defineEvent('run-cancel-requested', Type.Object({ execution_id: Uuid }))

/** Raised when a user changed the own settings of runs. */
export const taskSettingsChanged = defineEvent('task-settings-changed', Type.Object({ user_id: Type.Integer() }))
