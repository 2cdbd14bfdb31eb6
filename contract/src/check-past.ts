import { type Static, Type } from 'typebox'
import { Nullable, Timestamp, Uuid } from './common.ts'
import { EXPECTATION_STATUSES } from './executions.ts'

/** The captures of a query, judged by what it expects now. */
export const CheckPastQuery = Type.Object({
  saved_query: Uuid,
  controller_connection: Type.Optional(
    Type.String({ format: 'uuid', description: 'Without it, that of the newest capture.' }),
  ),
  from_date: Type.Optional(Type.String({ description: 'ISO 8601.' })),
  to_date: Type.Optional(Type.String({ description: 'ISO 8601.' })),
})
export const CheckPast = Type.Object({
  results: Type.Array(
    Type.Object({
      snapshot: Uuid,
      at: Timestamp,
      status: Type.Enum([...EXPECTATION_STATUSES, 'error'], {
        description: '`error`: the rows cannot be judged, for example because they lack a column that `expect` reads.',
      }),
      findings: Type.Integer({ description: 'What was found that no waiver is for.' }),
    }),
    { description: 'Oldest first.' },
  ),
  failed_since: Nullable(
    Type.Object(
      { snapshot: Uuid, at: Timestamp },
      { description: 'The first of the failures that reach to the newest capture; null if that one did not fail.' },
    ),
  ),
})
export type CheckPast = Static<typeof CheckPast>
