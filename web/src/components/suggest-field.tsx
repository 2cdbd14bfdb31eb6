/* oxlint-disable jsx-a11y/role-has-required-aria-props -- `Combobox.Target` adds `aria-controls`. */
import { Combobox, useCombobox } from '@mantine/core'
import '@mantine/core/styles/Combobox.css'
import '@mantine/core/styles/Popover.css'
import { type KeyboardEvent, type ReactNode, useState } from 'react'
import { Field } from './field.tsx'
import choices from './choice-field.module.css'

export type Suggestion = {
  readonly value: string
  /** Shown beside the value. */
  readonly note?: string
}

type Props = {
  readonly label: string
  readonly isLabelHidden?: boolean
  readonly inFiles?: string | undefined
  readonly hint?: ReactNode
  readonly faults?: readonly string[] | undefined
  readonly suggestions: readonly Suggestion[]
  readonly value: string
  readonly placeholder?: string | undefined
  readonly isReadOnly?: boolean
  /** For names that the controller gives. */
  readonly isCode?: boolean
  readonly onChange: (value: string) => void
  /** One of the suggestions was chosen, or Enter pressed in the text. */
  readonly onTake?: (value: string) => void
  readonly onKeyDown?: (event: KeyboardEvent<HTMLInputElement>) => void
}

const MOST_SHOWN = 50

/** Text that can be anything, with a list of what it may well be. */
export function SuggestField({
  suggestions,
  value,
  placeholder,
  isReadOnly,
  isCode,
  onChange,
  onTake,
  onKeyDown,
  ...field
}: Props) {
  const [isNarrowed, setIsNarrowed] = useState(false)
  const combobox = useCombobox({
    onDropdownClose: () => {
      combobox.resetSelectedOption()
      setIsNarrowed(false)
    },
  })
  const wanted = value.toLowerCase()
  const hits = isNarrowed
    ? suggestions.filter(({ value: one, note = '' }) => `${one} ${note}`.toLowerCase().includes(wanted))
    : suggestions
  const take = (taken: string) => {
    onChange(taken)
    onTake?.(taken)
    combobox.closeDropdown()
  }

  return (
    <Field {...field}>
      {(given) => (
        <Combobox store={combobox} onOptionSubmit={take} width="max-content" position="bottom-start" shadow="md">
          <Combobox.Target withExpandedAttribute>
            <input
              {...given}
              role="combobox"
              className={`${choices.input} ${choices.free} ${isCode ? choices.code : ''}`}
              readOnly={isReadOnly}
              placeholder={placeholder}
              value={value}
              autoComplete="off"
              spellCheck={false}
              onClick={() => !isReadOnly && combobox.openDropdown()}
              onBlur={() => combobox.closeDropdown()}
              onChange={(event) => {
                onChange(event.currentTarget.value)
                setIsNarrowed(true)
                combobox.openDropdown()
                combobox.resetSelectedOption()
              }}
              onKeyDown={(event) => {
                onKeyDown?.(event)
                const isChosen = combobox.dropdownOpened && combobox.getSelectedOptionIndex() >= 0
                if (event.key === 'Enter' && !isChosen && value !== '' && onTake) {
                  event.preventDefault()
                  take(value)
                }
              }}
            />
          </Combobox.Target>
          <Combobox.Dropdown className={choices.list ?? ''} hidden={hits.length === 0}>
            <Combobox.Options aria-label={field.label} className={choices.options ?? ''}>
              {hits.slice(0, MOST_SHOWN).map((one) => (
                <Combobox.Option
                  key={one.value}
                  value={one.value}
                  active={one.value === value}
                  className={choices.option ?? ''}
                >
                  <span className={isCode ? choices.code : undefined}>{one.value}</span>
                  {one.note !== undefined && <span className={choices.note}>{one.note}</span>}
                </Combobox.Option>
              ))}
            </Combobox.Options>
          </Combobox.Dropdown>
        </Combobox>
      )}
    </Field>
  )
}
