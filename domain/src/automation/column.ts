import type { ColumnFieldType } from '@heddle/contract/automation-templates.ts'

/** A column of a template's rows with everything filled in that its definition refers to. */
export type SchemaColumn = {
  readonly name: string
  readonly fieldType: ColumnFieldType
  readonly required: boolean
  /** For enum and multi_enum. */
  readonly choices: readonly string[]
  /** Undefined: any value. Name and id are for messages. */
  readonly list?: { readonly id: string; readonly name: string }
  readonly pattern?: { readonly id: string; readonly name: string; readonly pattern: string }
  readonly min?: number
  readonly max?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly unique: boolean
  /** Undefined: none. */
  readonly default?: unknown
  readonly helpText: string
}
