import { type Static, Type } from 'typebox'
import { Nullable } from './common.ts'
import { DraftBody, ExecuteBody } from './executions.ts'

const body = {
  dn: Type.String({
    minLength: 1,
    maxLength: 4_000,
    description: 'Of an object of the class that the rows are about.',
  }),
  controller_connection: ExecuteBody.properties.controller_connection,
  variables: ExecuteBody.properties.variables,
}

export const WhyBody = Type.Object({ ...body, draft: Type.Optional(Nullable(DraftBody)) })
export type WhyBody = Static<typeof WhyBody>

export const WhyDraftBody = Type.Object({
  ...body,
  controller_connection: Type.Optional(Nullable(Type.String({ format: 'uuid', description: 'Required.' }))),
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

export const WhyReply = Type.Object({
  dn: Type.String(),
  exists: Type.Boolean(),
  present: Type.Boolean({ description: 'Whether it is in the result.' }),
  stages: Type.Array(WhyStage, {
    description: 'Up to the first `dropped`; all of them, `not_reached`, if the object does not exist.',
  }),
  row: Nullable(Cells),
  objects: Type.Array(Type.String(), { description: 'The DNs of the objects that the row comes from.' }),
})
export type WhyReply = Static<typeof WhyReply>
