import { Type } from 'typebox'
import { defineEvent } from '../../platform/events/events.ts'

/** Raised when a superuser takes settings of the log below its floor. */
export const auditFloorLowered = defineEvent(
  'audit-floor-lowered',
  Type.Object({
    username: Type.String(),
    /** The new values, by dotted name. */
    settings: Type.Record(Type.String(), Type.Union([Type.Boolean(), Type.Integer()])),
  }),
)
