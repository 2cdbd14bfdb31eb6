import type { CanvasVariable } from '@heddle/domain/canvas-editing/variables.ts'
import { splitDn } from '@heddle/domain/dn/dn.ts'
import { networkOf } from '@heddle/domain/values/addresses.ts'
import { boundInstant } from '@heddle/domain/values/instants.ts'
import { canonicalNumber } from '@heddle/domain/values/numbers.ts'
import type { Wire } from '../../lib/api/wire.ts'
import { words } from './words.ts'

export type StripField = {
  readonly name: string
  readonly label: string
  readonly type: Wire.Parameter['type']
  readonly isRequired: boolean
  /** Used when no value is given. */
  readonly default: string | undefined
  readonly choices: readonly string[] | undefined
  /** The server reads its choices from the rows of another query. */
  readonly hasFoundChoices: boolean
  readonly filters: CanvasVariable['filters']
}

type Declared = Wire.Parameter

/** A field for each declared parameter, in their order, then for each further variable of the canvas. */
export function stripFields(
  parameters: readonly Declared[],
  variables: readonly CanvasVariable[],
): readonly StripField[] {
  const found = new Map(variables.map((variable) => [variable.name, variable]))
  const declared = new Set(parameters.map(({ name }) => name))
  return [
    ...parameters.map((parameter) => declaredField(parameter, found.get(parameter.name))),
    ...variables.filter(({ name }) => !declared.has(name)).map(undeclaredField),
  ]
}

function declaredField(parameter: Declared, used: CanvasVariable | undefined): StripField {
  const { name, label, type, required, choices } = parameter
  // The server takes nothing else for a declared variable: not the default of a placeholder either.
  const standard = parameter.default ?? undefined
  return {
    name,
    label,
    type,
    isRequired: required && standard === undefined,
    default: standard === undefined ? undefined : String(standard),
    choices: choices?.map(String) ?? (type === 'boolean' ? ['true', 'false'] : undefined),
    hasFoundChoices: parameter.choices_from !== undefined,
    filters: used?.filters,
  }
}

const undeclaredField = (variable: CanvasVariable): StripField => ({
  name: variable.name,
  label: variable.name,
  type: 'text',
  isRequired: variable.default === undefined,
  default: variable.default,
  choices: undefined,
  hasFoundChoices: false,
  filters: variable.filters,
})

/** The fields that a run needs a value for, and has none. */
export const missingFields = (
  fields: readonly StripField[],
  values: Readonly<Record<string, string>>,
): readonly StripField[] => fields.filter(({ name, isRequired }) => isRequired && (values[name] ?? '') === '')

/** What is wrong with a value, as a sentence; undefined if nothing is. */
export function valueFault({ type, choices }: StripField, value: string | undefined): string | undefined {
  if (value === undefined || value === '') return undefined
  if (choices !== undefined) return undefined
  switch (type) {
    case 'number':
      return canonicalNumber(value) === undefined ? words.notANumber(value) : undefined
    case 'integer':
      return /^-?\d+$/.test(canonicalNumber(value) ?? '') ? undefined : words.notAWhole(value)
    case 'date':
      return boundInstant(value) === undefined ? words.notADate(value) : undefined
    case 'dn':
      return (splitDn(value)?.length ?? 0) === 0 ? words.notADn(value) : undefined
    case 'ip':
      return networkOf(value) === undefined ? words.notAnIp(value) : undefined
    case 'text':
    case 'enum':
    case 'boolean':
      return undefined
  }
}
