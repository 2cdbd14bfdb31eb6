import { type Static, Type } from 'typebox'

export const TaskSettingsReply = Type.Object({
  max_concurrent_background: Type.Integer({ description: 'Background runs over this number are queued in order.' }),
  execution_log_retention_days: Type.Integer({ description: 'Older execution logs are deleted with their rows.' }),
  default_timezone: Type.String({
    description: "For new scheduled tasks; the time zone of the user's preferences until set.",
  }),
  pause_after_failures: Type.Integer({
    description: 'A scheduled task pauses after this many failed firings in a row; 0 means never.',
  }),
})
export type TaskSettingsReply = Static<typeof TaskSettingsReply>

export const TaskSettingsPatch = Type.Object({
  max_concurrent_background: Type.Optional(Type.Integer({ minimum: 1, maximum: 20 })),
  execution_log_retention_days: Type.Optional(Type.Integer({ minimum: 1, maximum: 3650 })),
  default_timezone: Type.Optional(Type.String({ maxLength: 100, description: 'An IANA time zone name.' })),
  pause_after_failures: Type.Optional(Type.Integer({ minimum: 0, maximum: 100 })),
})
export type TaskSettingsPatch = Static<typeof TaskSettingsPatch>
