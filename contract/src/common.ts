import { type Static, type TSchema, Type } from 'typebox'

/** Shared pieces of the wire. Schemas serve validation, serialisation, types and the OpenAPI document alike. */

export const Nullable = <S extends TSchema>(schema: S) => Type.Union([schema, Type.Null()])

/** UTC with milliseconds and `+00:00`. */
export const Timestamp = Type.String({ format: 'date-time', example: '2026-11-21T08:30:00.000+00:00' })

export const Uuid = Type.String({ format: 'uuid' })

export const LONGEST_EMAIL = 254
export const Email = Type.String({ format: 'email', maxLength: LONGEST_EMAIL })

export const Detail = Type.Object({ detail: Type.String() }, { description: 'What went wrong, in plain words.' })
export type Detail = Static<typeof Detail>

export const ForbiddenBody = Type.Object({
  ...Detail.properties,
  code: Type.Optional(Type.String({ description: 'For programs.' })),
  permission: Type.Optional(Type.String({ description: 'The permission that is missing.' })),
})

export const NotFoundBody = Type.Object({
  ...Detail.properties,
  suggestions: Type.Optional(Type.Array(Type.String(), { description: 'Names that are alike.' })),
})

export const FieldErrorsBody = Type.Record(Type.String(), Type.Array(Type.String()), {
  description: 'Field name to messages; messages about no particular field are under non_field_errors.',
})

export const ConflictBody = Type.Object({ detail: Type.String(), code: Type.String() }, { additionalProperties: true })

export const ServerErrorBody = Type.Object({ detail: Type.String(), request_id: Type.String() })

/** Beside a `controller_connection`: its name as it is now. */
export const ConnectionName = Nullable(Type.String({ description: 'Null for a connection that was deleted.' }))
/** Beside the id, or null, of what a run reads, and the ids of a merged run. */
export const connectionNameFields = {
  controller_connection_name: Nullable(
    Type.String({ description: 'Null for a merged run, and for a connection that was deleted.' }),
  ),
  controller_connection_names: Nullable(
    Type.Array(ConnectionName, { description: 'In the order of `controller_connections`; null like it.' }),
  ),
}

export const UuidParams = Type.Object({ id: Uuid })
export const IntegerParams = Type.Object({ id: Type.Integer({ minimum: 1, maximum: 2_147_483_647 }) })

/** Pages of what has no known fields, such as the rows of a run. */
export const RowPageQuery = {
  page: Type.Optional(Type.Integer({ minimum: 1, description: 'Page number, from 1.' })),
  page_size: Type.Optional(Type.Integer({ minimum: 1, description: 'Items per page: 50 by default, at most 200.' })),
}

export const PageQuery = {
  ...RowPageQuery,
  fields: Type.Optional(
    Type.String({ description: 'Comma-separated names: each item has only these, and its `id`. All by default.' }),
  ),
}

/** The envelope of every paginated list. */
export const PageReply = <S extends TSchema>(item: S) =>
  Type.Object({
    count: Type.Integer({ description: 'Items on all pages.' }),
    next: Nullable(Type.String({ description: 'Absolute URL of the next page.' })),
    previous: Nullable(Type.String()),
    results: Type.Array(item),
  })

export const Ordering = Type.Optional(
  Type.String({ description: 'Comma-separated fields, `-` before one for descending.' }),
)
export const Search = Type.Optional(Type.String({ maxLength: 200 }))
