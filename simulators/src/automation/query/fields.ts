export type FieldKind = 'integer' | 'number' | 'text' | 'boolean' | 'datetime' | 'related'

export type FieldValue = string | number | boolean | null

/** What a list can be filtered and sorted by; a time is compared in milliseconds, as the server's clock shows it. */
export type Field<T> = { readonly kind: FieldKind; readonly get: (item: T) => FieldValue }

export type Fields<T> = {
  /** Named in errors: "Job has no field named 'x'". */
  readonly model: string
  readonly fields: Readonly<Record<string, Field<T>>>
  /** What `search` looks into. */
  readonly searched: readonly string[]
  readonly standardOrder: string
}
