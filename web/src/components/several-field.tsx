import { Chip, ChipRemove } from './chip.tsx'
import { ChoiceField } from './choice-field.tsx'
import styles from './several-field.module.css'
import text from './text.module.css'

type Props = {
  /** Of the field that adds one. */
  readonly label: string
  /** Of the list of those that were chosen. */
  readonly chosenLabel: string
  /** Shown while none is chosen. */
  readonly none: string
  readonly removeLabel: (name: string) => string
  readonly choices: readonly { readonly value: string; readonly label: string }[]
  readonly values: readonly string[]
  readonly faults: readonly string[]
  readonly onChange: (values: readonly string[]) => void
}

/** Some of a long list, each chosen by its name. */
export function SeveralField({ label, chosenLabel, none, removeLabel, choices, values, faults, onChange }: Props) {
  const nameOf = (value: string) => choices.find((one) => one.value === value)?.label ?? value
  return (
    <>
      <ChoiceField
        label={label}
        choices={choices.filter(({ value }) => !values.includes(value))}
        value={undefined}
        faults={faults}
        onChange={(value) => onChange([...values, value])}
      />
      {values.length === 0 ? (
        <p className={text.caption}>{none}</p>
      ) : (
        <ul aria-label={chosenLabel} className={styles.chosen}>
          {values.map((value) => (
            <Chip key={value}>
              {nameOf(value)}
              <ChipRemove
                aria-label={removeLabel(nameOf(value))}
                onClick={() => onChange(values.filter((one) => one !== value))}
              />
            </Chip>
          ))}
        </ul>
      )}
    </>
  )
}
