import { variablesOf } from '@heddle/domain/canvas-editing/variables.ts'
import { useEffect, useMemo, useRef } from 'react'
import type { Wire } from '../../lib/api/wire.ts'
import { useCanvas, useDrawing } from '../canvas-context.tsx'
import { missingFields, stripFields } from './strip-fields.ts'
import { VariableField } from './variable-field.tsx'
import styles from './variables.module.css'
import { words } from './words.ts'

type Props = {
  /** Declared by the query; other placeholders of the canvas are variables too. */
  readonly parameters: readonly Wire.Parameter[]
  readonly values: Readonly<Record<string, string>>
  readonly onValues: (values: Readonly<Record<string, string>>) => void
}

/** A field for each `{{variable}}`. A run that lacks values leads to the first field without one. */
export function VariableStrip({ parameters, values, onValues }: Props) {
  const canvas = useDrawing()
  const fields = useMemo(() => stripFields(parameters, variablesOf(canvas)), [parameters, canvas])
  const wanted = useCanvas((state) => state.valuesWanted)
  const strip = useRef<HTMLElement>(null)
  useEffect(() => {
    if (wanted > 0) strip.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [wanted])
  if (fields.length === 0) return null
  const missing = wanted > 0 ? missingFields(fields, values) : []
  const handleValue = (name: string, value: string) => {
    const { [name]: _before, ...rest } = values
    onValues(value === '' ? rest : { ...rest, [name]: value })
  }
  return (
    <section ref={strip} aria-label={words.title} className={styles.strip}>
      {fields.map((field) => (
        <div key={field.name} className={styles.field} data-required={field.isRequired || undefined}>
          <VariableField
            field={field}
            value={values[field.name]}
            isMissed={missing.includes(field)}
            onValue={(value) => handleValue(field.name, value)}
          />
        </div>
      ))}
    </section>
  )
}
