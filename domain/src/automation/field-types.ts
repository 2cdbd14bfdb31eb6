import type { ColumnFieldType } from '@heddle/contract/automation-templates.ts'

/** Which rules a type of column knows. */
export const hasChoices = (type: ColumnFieldType): boolean => type === 'enum' || type === 'multi_enum'
export const hasRange = (type: ColumnFieldType): boolean => type === 'integer' || type === 'number'
export const holdsTexts = (type: ColumnFieldType): boolean => !hasRange(type) && type !== 'boolean'
/** Lengths are those of one text. */
export const hasLength = (type: ColumnFieldType): boolean => holdsTexts(type) && type !== 'multi_enum'
