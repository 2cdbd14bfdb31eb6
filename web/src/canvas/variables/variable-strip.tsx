import { variablesOf } from '@heddle/domain/canvas-editing/variables.ts'
import { isClassName } from '@heddle/domain/canvas/names.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { ChoiceField } from '../../components/choice-field.tsx'
import { TextField } from '../../components/field.tsx'
import type { Wire } from '../../lib/api/wire.ts'
import { useHeddle } from '../../lib/session/context.tsx'
import { useDrawing } from '../canvas-context.tsx'
import { classDetail } from '../model/class-queries.ts'
import { type StripField, stripFields, valueFault } from './strip-fields.ts'
import styles from './variables.module.css'
import { words } from './words.ts'

type Props = {
  /** Declared by the query; other placeholders of the canvas are variables too. */
  readonly parameters: readonly Wire.Parameter[]
  readonly values: Readonly<Record<string, string>>
  readonly onValues: (values: Readonly<Record<string, string>>) => void
}

/** A field for each `{{variable}}`. */
export function VariableStrip({ parameters, values, onValues }: Props) {
  const canvas = useDrawing()
  const fields = useMemo(() => stripFields(parameters, variablesOf(canvas)), [parameters, canvas])
  if (fields.length === 0) return null
  const handleValue = (name: string, value: string) => {
    const { [name]: _before, ...rest } = values
    onValues(value === '' ? rest : { ...rest, [name]: value })
  }
  return (
    <section aria-label={words.title} className={styles.strip}>
      {fields.map((field) => (
        <div key={field.name} className={styles.field}>
          <VariableField field={field} value={values[field.name]} onValue={(value) => handleValue(field.name, value)} />
        </div>
      ))}
    </section>
  )
}

type FieldProps = {
  readonly field: StripField
  readonly value: string | undefined
  readonly onValue: (value: string) => void
}

function VariableField({ field, value, onValue }: FieldProps) {
  const known = useFilteredValues(field)
  const choices = field.choices ?? known
  const fault = valueFault(field, value)
  const faults = fault === undefined ? [] : [fault]
  const placeholder =
    field.default !== undefined ? words.whatDefault(field.default) : field.isRequired ? words.needed : words.none
  if (choices !== undefined) {
    return (
      <ChoiceField
        label={field.label}
        isCode
        choices={choices.map((one) => ({ value: one }))}
        value={value}
        placeholder={placeholder}
        faults={faults}
        accepts={(text) => text === '' || field.choices === undefined}
        onChange={onValue}
      />
    )
  }
  return (
    <TextField
      label={field.label}
      isCode
      autoComplete="off"
      spellCheck={false}
      placeholder={placeholder}
      value={value ?? ''}
      aria-required={field.isRequired}
      faults={faults}
      onChange={(event) => onValue(event.currentTarget.value)}
    />
  )
}

/** The values of the property that a variable is compared with, if its class was read already. */
function useFilteredValues({ filters }: StripField): readonly string[] | undefined {
  const name = filters?.class_name ?? ''
  const { data } = useQuery({ ...classDetail(useHeddle(), name), enabled: false })
  if (!filters || !isClassName(name) || !['eq', 'ne'].includes(filters.operator)) return undefined
  const property = data?.properties.find((one) => one.name === filters.property)
  const isClosed = property !== undefined && ['enum', 'boolean'].includes(property.type) && property.values.length > 0
  return isClosed ? property.values : undefined
}
