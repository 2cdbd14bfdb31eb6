import { type Static, Type } from 'typebox'
import { Nullable, Timestamp } from './common.ts'

/** An audit record of the controller behind a difference. */
const BlameEntry = Type.Object({
  at: Timestamp,
  user: Type.String({ description: 'The account at the controller.' }),
  action: Type.Enum(['created', 'modified', 'deleted']),
  affected: Type.String({ description: 'The DN of the object.' }),
  changes: Type.String({ description: 'What changed, in the words of the controller. Secrets are masked.' }),
  session: Type.String({ description: 'Of the login that made the change; empty if unknown.' }),
  record: Type.String({ description: 'The DN of the audit record.' }),
})

export const RowBlame = Type.Object(
  {
    status: Type.Enum(['found', 'none', 'unknown'], {
      description:
        '`none`: the records of the whole span were read, and none fits. `unknown`: they were not, and none fits of those that were, or the row has no DN.',
    }),
    entries: Type.Array(BlameEntry, { description: 'Newest first, at most five.' }),
    more: Type.Boolean(),
  },
  { description: 'Who changed it, by the audit log of the controller.' },
)
export type RowBlame = Static<typeof RowBlame>

export const BlameReply = Type.Object({
  source: Type.Enum(['kept', 'read', 'unavailable'], { description: '`kept`: read earlier, and remembered.' }),
  reason: Nullable(
    Type.String({
      description:
        'Why nothing is known, or not all: `merged`, `several_connections`, `no_connection`, `no_run`, `no_dn`, `too_many`, `purged`, or as for runs.',
    }),
  ),
  message: Nullable(Type.String()),
  records: Type.Integer({ description: 'Audit records of the span.' }),
})
export type BlameReply = Static<typeof BlameReply>
