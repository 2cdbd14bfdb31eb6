import { type ReactNode, useId } from 'react'
import { CheckField } from './field.tsx'
import text from './text.module.css'
import styles from './form-part.module.css'

/** A part of the form, named on its left. */
export function FormPart({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className={styles.part}>
      <h2 id={id}>{title}</h2>
      <div className={styles.fields}>{children}</div>
    </section>
  )
}

type TicksProps<V extends string> = {
  readonly label: string
  readonly choices: readonly { readonly value: V; readonly label: string }[]
  readonly values: readonly V[]
  readonly hint?: string
  readonly faults?: readonly string[]
  readonly onChange: (values: readonly V[]) => void
}

/** Any of a list, in the order in which they were chosen. */
export function Ticks<V extends string>({ label, choices, values, hint, faults = [], onChange }: TicksProps<V>) {
  const id = useId()
  return (
    <fieldset
      className={styles.group}
      {...(faults.length > 0 && { 'aria-invalid': true, 'aria-describedby': `${id}-fault`, tabIndex: -1 })}
    >
      <legend>{label}</legend>
      <div className={styles.choices}>
        {choices.map(({ value, label: name }) => (
          <CheckField
            key={value}
            label={name}
            checked={values.includes(value)}
            onChange={(event) =>
              onChange(event.currentTarget.checked ? [...values, value] : values.filter((one) => one !== value))
            }
          />
        ))}
      </div>
      {hint !== undefined && <p className={text.caption}>{hint}</p>}
      {faults.length > 0 && (
        <p id={`${id}-fault`} className={`${text.caption} ${text.fault}`}>
          {faults.join(' ')}
        </p>
      )}
    </fieldset>
  )
}
