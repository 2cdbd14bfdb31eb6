import { Type } from 'typebox'
import { Nullable, Uuid } from '@heddle/contract/common.ts'
import { ExpectationResult, RUN_ENDINGS } from '@heddle/contract/executions.ts'
import { RunEndedFrame } from '@heddle/contract/socket-frames.ts'
import { defineEvent } from '../../platform/events/events.ts'

const MeasureOrder = Type.Object({ value: Type.String(), labels: Type.Array(Type.String()) })
const Measurement = Type.Object({
  of: MeasureOrder,
  series: Type.Array(Type.Tuple([Type.String(), Type.Number()])),
  dropped: Type.Integer(),
})

/** Raised exactly once for every run, in the transaction that ends it. */
export const runEnded = defineEvent(
  'run-ended',
  Type.Object({
    execution_id: Uuid,
    /** Null for a draft of no saved query. */
    saved_query: Nullable(Uuid),
    controller_connection: Uuid,
    trigger: Type.Enum(['manual', 'background', 'schedule']),
    status: Type.Enum([...RUN_ENDINGS]),
    /** True when a user cancelled the run; its log then says `failure`. */
    cancelled: Type.Boolean(),
    row_count: Type.Integer(),
    error_message: Nullable(Type.String()),
    duration_ms: Type.Integer(),
    expectation: Nullable(ExpectationResult),
    /** Null unless the run was to measure its rows, and has. */
    measurement: Type.Optional(Nullable(Measurement)),
    /** Two processes died at it: whatever asked for it should not do so again. */
    set_aside: Type.Boolean(),
  }),
)

/** The same for the sockets of every process, after the transaction. One that gets lost is in the log all the same. */
export const runTold = defineEvent('run-told', RunEndedFrame.properties.data)

/** Asks the process that executes a run to stop it. A hint: that process also polls. */
export const runCancelRequested = defineEvent('run-cancel-requested', Type.Object({ execution_id: Uuid }))

/** Raised when users change their task settings. */
export const taskSettingsChanged = defineEvent('task-settings-changed', Type.Object({ user_id: Type.Integer() }))
