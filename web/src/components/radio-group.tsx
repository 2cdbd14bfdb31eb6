import { useId } from 'react'
import styles from './radio-group.module.css'

type Props<V extends string> = {
  readonly label: string
  readonly isLabelHidden?: boolean
  readonly choices: readonly { readonly value: V; readonly label: string }[]
  readonly value: V
  readonly onChange: (value: V) => void
}

/** One of a few, all of them in sight. */
export function RadioGroup<V extends string>({ label, isLabelHidden, choices, value, onChange }: Props<V>) {
  const name = useId()
  return (
    <div className={styles.field}>
      <span id={`${name}-label`} className={isLabelHidden ? 'sr-only' : styles.label}>
        {label}
      </span>
      <div role="radiogroup" aria-labelledby={`${name}-label`} className={styles.group}>
        {choices.map((choice) => (
          <label key={choice.value} className={styles.choice}>
            <input type="radio" name={name} checked={choice.value === value} onChange={() => onChange(choice.value)} />
            <span>{choice.label}</span>
          </label>
        ))}
      </div>
    </div>
  )
}
