import { type Static, Type } from 'typebox'
import { Nullable, Timestamp, Uuid } from './common.ts'
import { DraftBody, ExecuteBody } from './executions.ts'

const body = {
  dn: Type.String({
    minLength: 1,
    maxLength: 4_000,
    description: 'Of an object of the class that the rows are about.',
  }),
  controller_connection: ExecuteBody.properties.controller_connection,
  controller_connections: ExecuteBody.properties.controller_connections,
  merge: ExecuteBody.properties.merge,
  allow_partial: ExecuteBody.properties.allow_partial,
  variables: ExecuteBody.properties.variables,
}

export const WhyBody = Type.Object({ ...body, draft: Type.Optional(Nullable(DraftBody)) })
export type WhyBody = Static<typeof WhyBody>

export const WhyDraftBody = Type.Object({
  ...body,
  controller_connection: Type.Optional(
    Nullable(
      Type.String({ format: 'uuid', description: 'Required, unless `controller_connections` names the connections.' }),
    ),
  ),
  draft: DraftBody,
})

const WHY_KINDS = ['scope', 'filter', 'edge', 'step'] as const
const WHY_VERDICTS = ['kept', 'dropped', 'not_reached'] as const

const Cells = Type.Record(Type.String(), Type.Unknown())

export const WhyStage = Type.Object({
  kind: Type.Enum([...WHY_KINDS]),
  id: Type.String({
    description: 'Of the node, edge or step; of a filter `<node>.filters.<index>`, or `<node>.time_range`.',
  }),
  verdict: Type.Enum([...WHY_VERDICTS]),
  because: Type.String({ description: 'One sentence with the condition and what the object has.' }),
  values: Type.Record(Type.String(), Type.Unknown(), {
    description: 'What the sentence is about, by property or column; null where there is none.',
  }),
})
export type WhyStage = Static<typeof WhyStage>

const answer = {
  exists: Type.Boolean(),
  present: Type.Boolean({ description: 'Whether it is in the result.' }),
  stages: Type.Array(WhyStage, {
    description: 'Up to the first `dropped`; all of them, `not_reached`, if the object does not exist.',
  }),
  row: Nullable(Cells),
  objects: Type.Array(Type.String(), { description: 'The DNs of the objects that the row comes from.' }),
}

export const WhyAnswer = Type.Object(answer)
export type WhyAnswer = Static<typeof WhyAnswer>

/** What a merged query says of the object on one of its connections. */
export const WhyOnConnection = Type.Object({
  controller_connection: Uuid,
  name: Type.String({ description: 'The value of `@controller`.' }),
  error: Nullable(Type.String({ description: 'Why it could not be asked; with `allow_partial`.' })),
  answer: Nullable(WhyAnswer),
})
export type WhyOnConnection = Static<typeof WhyOnConnection>

export const WhyReply = Type.Object({
  dn: Type.String(),
  ...answer,
  controller_connection: Type.Optional(
    Type.String({
      format: 'uuid',
      description:
        'Of a merged query: the connection that this answer is about. It is the first where the object is in the result, else where it exists.',
    }),
  ),
  connections: Type.Optional(
    Type.Array(WhyOnConnection, { description: 'Of a merged query: the answer on each connection.' }),
  ),
})
export type WhyReply = Static<typeof WhyReply>

const CapturePlace = Nullable(
  Type.Object(
    { snapshot: Uuid, at: Timestamp },
    { description: 'Of the hundred captures on this side, the nearest in which it was otherwise.' },
  ),
)

export const WhyThenQuery = Type.Object({
  dn: Type.String({ minLength: 1, maxLength: 4_000 }),
  controller: Type.Optional(Type.String({ description: 'In a merged capture, the value of `@controller`.' })),
})

/** What a capture can say of an object: it keeps rows, and not what the query dropped. */
export const WhyThen = Type.Object({
  dn: Type.String(),
  snapshot: Uuid,
  captured_at: Timestamp,
  saved_query: Uuid,
  saved_query_version: Type.Integer({
    description: 'The version that ran: its filters and steps let the row through.',
  }),
  present: Type.Boolean({ description: 'Whether the capture has a row with this DN.' }),
  row: Nullable(Cells),
  objects: Type.Array(Type.String(), { description: 'The DNs of the objects that the row came from.' }),
  before: CapturePlace,
  after: CapturePlace,
  asked: Type.Object(
    {
      controller_connection: Type.Optional(Uuid),
      controller_connections: Type.Optional(Type.Array(Uuid)),
      merge: Type.Optional(Type.Boolean()),
      variables: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
    },
    {
      description:
        'What to send to `saved-queries/<id>/why/` with the DN, to ask why it is (not) there now. `variables` are absent for those who may not read the run.',
    },
  ),
})
export type WhyThen = Static<typeof WhyThen>
