import { type Static, Type } from 'typebox'
import { Nullable, Uuid } from './common.ts'
import { EXPECTATION_STATUSES } from './executions.ts'
import { SEVERITIES } from './queries.ts'

export const MOST_CHECKS = 500

/** Which saved queries to check: a list, a folder with all below it, the checks of a pack, or several of these. */
export const ChecksBody = Type.Object({
  saved_queries: Type.Optional(Nullable(Type.Array(Uuid, { maxItems: MOST_CHECKS }))),
  category: Type.Optional(Nullable(Type.Integer({ minimum: 1, maximum: 2_147_483_647 }))),
  pack: Type.Optional(Nullable(Type.String({ maxLength: 60, description: 'Its checks, without those switched off.' }))),
  groups: Type.Optional(
    Nullable(
      Type.Array(Type.String({ maxLength: 200 }), {
        maxItems: 100,
        description: 'Only the checks in these groups of the pack.',
      }),
    ),
  ),
  controller_connection: Type.Optional(
    Nullable(
      Type.String({
        format: 'uuid',
        description: 'Instead of those of the queries. Required for checks of packs, which have none.',
      }),
    ),
  ),
  parameters: Type.Optional(
    Type.Record(Type.String({ maxLength: 200 }), Type.Unknown(), {
      description: 'Values by name, given to each query that declares them.',
    }),
  ),
  at: Type.Optional(
    Nullable(
      Type.String({
        description:
          'ISO 8601. Judges each query by its newest snapshot that is not after it, instead of running it; nothing is read from a controller.',
      }),
    ),
  ),
})
export type ChecksBody = Static<typeof ChecksBody>

export const ChecksReply = Type.Object({
  id: Uuid,
  status: Type.Enum(['running', 'finished']),
  total: Type.Integer(),
})

export const CheckResults = Type.Object({
  ...ChecksReply.properties,
  at: Nullable(Type.String({ format: 'date-time', description: 'The instant that snapshots were judged for.' })),
  passed: Type.Integer(),
  failed: Type.Integer(),
  look: Type.Integer({ description: 'Queries whose rows a person has to judge.' }),
  not_applicable: Type.Integer({ description: 'Queries that do not concern the fabric: their `when` is not true.' }),
  waived: Type.Integer({ description: 'Queries with a waiver for everything that they found.' }),
  errored: Type.Integer({ description: 'Queries whose run did not succeed.' }),
  results: Type.Array(
    Type.Object({
      saved_query: Uuid,
      pack: Nullable(Type.String({ description: 'The pack that it is from.' })),
      check: Nullable(Type.String({ description: 'Its id within a pack.' })),
      group: Nullable(Type.String({ description: 'Within a pack.' })),
      name: Type.String(),
      title: Type.String(),
      execution: Nullable(Uuid),
      snapshot: Nullable(Type.String({ format: 'uuid', description: 'What was judged, with `at`.' })),
      severity: Type.Enum([...SEVERITIES], { description: 'That of the query when the check was requested.' }),
      status: Nullable(Type.Enum([...EXPECTATION_STATUSES, 'error'], { description: 'Null until its run ends.' })),
      reason: Nullable(Type.String()),
      code: Nullable(Type.Enum(['no_capture'], { description: '`no_capture`: there is no snapshot that old.' })),
      findings: Type.Integer({ description: 'What was found that no waiver is for.' }),
    }),
  ),
})
export type CheckResults = Static<typeof CheckResults>

export const ChecksQuery = Type.Object({
  format: Type.Optional(Type.Enum(['json', 'junit', 'sarif', 'markdown', 'html'])),
})
