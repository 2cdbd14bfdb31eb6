import { type Static, Type } from 'typebox'
import { Nullable, PageQuery, PageReply, Uuid } from './common.ts'
import { SEVERITIES } from './queries.ts'

/** What a run of a check found. */
export const Finding = Type.Object({
  id: Type.String({ description: '32 hexadecimal digits: the same for the same check, connection and resource.' }),
  resource: Nullable(Type.String({ description: 'Null where rows are missing.' })),
  reason: Type.String(),
  severity: Type.Enum([...SEVERITIES]),
  row: Nullable(
    Type.Record(Type.String(), Type.Unknown(), { description: 'The first row; null if it is very large.' }),
  ),
  rows: Type.Integer({ description: 'How many rows are about this resource.' }),
  waiver: Nullable(Uuid),
})
export type Finding = Static<typeof Finding>

export const FindingsReply = Type.Object({
  ...PageReply(Finding).properties,
  truncated: Type.Boolean({ description: 'There were more than the 10,000 that are kept.' }),
})
export const FindingsQuery = Type.Object(PageQuery)
