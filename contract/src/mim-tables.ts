import { type Static, Type } from 'typebox'
import { Nullable, PageQuery, Timestamp } from './common.ts'
import { ClassName } from './mim.ts'

const columnNames = Type.Array(Type.String({ minLength: 1, maxLength: 200 }), {
  minItems: 1,
  maxItems: 500,
  description: 'Property names in order.',
})
const templateFields = {
  name: Type.String({ minLength: 1, maxLength: 200 }),
  class_name: ClassName,
  columns: columnNames,
}

export const TableTemplate = Type.Object({
  id: Type.Integer(),
  ...templateFields,
  is_shared: Type.Boolean({ description: 'Visible to all users. Only administrators may share.' }),
  owner: Nullable(Type.String({ description: 'Username; null when the account was deleted.' })),
  created_at: Timestamp,
  updated_at: Timestamp,
})
export type TableTemplate = Static<typeof TableTemplate>
export const TableTemplateCreate = Type.Object({ ...templateFields, is_shared: Type.Optional(Type.Boolean()) })
export type TableTemplateCreate = Static<typeof TableTemplateCreate>
export const TableTemplatePatch = Type.Partial(TableTemplateCreate)
export type TableTemplatePatch = Static<typeof TableTemplatePatch>
export const TableTemplateListQuery = Type.Object({
  ...PageQuery,
  class_name: Type.Optional(ClassName),
  is_shared: Type.Optional(Type.Boolean()),
})

const PreferredColumn = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 200 }),
  visible: Type.Optional(Type.Boolean({ default: true })),
  width: Type.Optional(Nullable(Type.Integer({ minimum: 1, maximum: 10_000, description: 'Pixels.' }))),
})
const preferenceFields = { class_name: ClassName, columns: Type.Array(PreferredColumn, { maxItems: 500 }) }

export const TablePreference = Type.Object({
  id: Type.Integer(),
  class_name: Type.String(),
  columns: Type.Array(Type.Object({ name: Type.String(), visible: Type.Boolean(), width: Nullable(Type.Integer()) })),
  created_at: Timestamp,
  updated_at: Timestamp,
})
export type TablePreference = Static<typeof TablePreference>
export const TablePreferenceCreate = Type.Object(preferenceFields)
export type TablePreferenceCreate = Static<typeof TablePreferenceCreate>
export const TablePreferencePatch = Type.Partial(TablePreferenceCreate)
export type TablePreferencePatch = Static<typeof TablePreferencePatch>
export const TablePreferenceListQuery = Type.Object({ ...PageQuery, class_name: Type.Optional(ClassName) })
