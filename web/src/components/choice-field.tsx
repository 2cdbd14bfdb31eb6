/* eslint-disable jsx-a11y/role-has-required-aria-props -- `Combobox.Target` adds `aria-controls`. */
import { Combobox, useCombobox } from '@mantine/core'
import '@mantine/core/styles/Combobox.css'
import '@mantine/core/styles/Popover.css'
import { useState } from 'react'
import { Field } from './field.tsx'
import styles from './choice-field.module.css'

type Choice<V extends string = string> = {
  readonly value: V
  /** Shown beside the value, such as the label of a class. */
  readonly note?: string
  /** Shown instead of the value. */
  readonly label?: string
}

type Props<V extends string> = {
  readonly label: string
  readonly isLabelHidden?: boolean
  readonly hint?: string
  readonly faults?: readonly string[] | undefined
  readonly choices: readonly Choice<V>[]
  readonly value: V | undefined
  readonly placeholder?: string
  readonly isDisabled?: boolean
  readonly onChange: (value: V) => void
}

/** One of a list; typing narrows it. */
export function ChoiceField<V extends string>({ choices, value, placeholder, isDisabled, onChange, ...field }: Props<V>) {
  const [typed, setTyped] = useState<string>()
  const combobox = useCombobox({
    onDropdownClose: () => {
      combobox.resetSelectedOption()
      setTyped(undefined)
    },
    onDropdownOpen: () => combobox.selectActiveOption(),
  })
  const shown = choices.find((choice) => choice.value === value)
  const hits = typed === undefined ? choices : choices.filter((choice) => textOf(choice).toLowerCase().includes(typed.toLowerCase()))

  return (
    <Field {...field}>
      {(given) => (
        <Combobox
          store={combobox}
          onOptionSubmit={(next) => {
            onChange(next as V)
            combobox.closeDropdown()
          }}
          width="max-content"
          position="bottom-start"
          shadow="md"
        >
          <span className={styles.box}>
            <Combobox.Target withExpandedAttribute>
              <input
                {...given}
                role="combobox"
                className={styles.input}
                disabled={isDisabled}
                placeholder={placeholder}
                value={typed ?? (shown ? (shown.label ?? shown.value) : (value ?? ''))}
                autoComplete="off"
                onClick={() => combobox.openDropdown()}
                onBlur={() => combobox.closeDropdown()}
                onChange={(event) => {
                  setTyped(event.currentTarget.value)
                  combobox.openDropdown()
                  combobox.selectFirstOption()
                }}
              />
            </Combobox.Target>
          </span>
          <Combobox.Dropdown className={styles.list ?? ''}>
            <Combobox.Options aria-label={field.label} className={styles.options ?? ''}>
              {hits.map((choice) => (
                <Combobox.Option key={choice.value} value={choice.value} active={choice.value === value} className={styles.option ?? ''}>
                  <span>{choice.label ?? choice.value}</span>
                  {choice.note !== undefined && <span className={styles.note}>{choice.note}</span>}
                </Combobox.Option>
              ))}
              {hits.length === 0 && <Combobox.Empty className={styles.none ?? ''}>Nothing fits “{typed}”.</Combobox.Empty>}
            </Combobox.Options>
          </Combobox.Dropdown>
        </Combobox>
      )}
    </Field>
  )
}

const textOf = ({ value, label = '', note = '' }: Choice): string => `${value} ${label} ${note}`
