/* oxlint-disable jsx-a11y/role-has-required-aria-props -- `Combobox.Target` adds `aria-controls`. */
import { Combobox } from '@mantine/core'
import '@mantine/core/styles/Combobox.css'
import '@mantine/core/styles/Popover.css'
import type { FieldChoice } from './choice.ts'
import { ChoiceList } from './choice-list.tsx'
import { Field } from './field.tsx'
import styles from './choice-field.module.css'
import { useTypedChoice } from './use-typed-choice.ts'

type Props<V extends string> = {
  readonly label: string
  readonly isLabelHidden?: boolean
  readonly inFiles?: string | undefined
  readonly hint?: string
  readonly faults?: readonly string[] | undefined
  readonly choices: readonly FieldChoice<V>[]
  readonly value: V | undefined
  /** Id of the text that says what is wrong, where that is not below the field. */
  readonly faultId?: string | undefined
  readonly placeholder?: string
  readonly isDisabled?: boolean
  readonly isRequired?: boolean
  /** Values are names of the controller, or parts of a query. */
  readonly isCode?: boolean
  /** The list shows values before their labels. */
  readonly showsValues?: boolean
  /** Texts that are taken although the list does not have them: when Enter is pressed, or the field is left. */
  readonly accepts?: (text: string) => boolean
  /** Choices that follow what is typed are found by the caller. */
  readonly onTyped?: (text: string) => void
  /** Choices that are read when somebody wants to see them. */
  readonly onOpened?: (() => void) | undefined
  readonly onChange: (value: V) => void
  readonly onBlur?: () => void
}

/** One of a list; typing narrows it. */
export function ChoiceField<V extends string>({
  choices,
  value,
  faultId,
  placeholder,
  isDisabled,
  isRequired = false,
  isCode = false,
  showsValues = false,
  accepts,
  onTyped,
  onOpened,
  onChange,
  onBlur,
  ...field
}: Props<V>) {
  const { combobox, typed, hits, type, take, handleKeyDown } = useTypedChoice({ choices, accepts, onTyped, onChange })
  const shown = choices.find((choice) => choice.value === value)
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
                {...(faultId !== undefined && { 'aria-invalid': true, 'aria-describedby': faultId })}
                role="combobox"
                className={`${styles.input} ${isCode ? styles.code : ''}`}
                disabled={isDisabled}
                {...(isRequired && { 'aria-required': true })}
                placeholder={placeholder}
                value={typed ?? (shown ? (shown.label ?? shown.value) : (value ?? ''))}
                autoComplete="off"
                spellCheck={false}
                onFocus={(event) => {
                  event.currentTarget.select()
                  onOpened?.()
                }}
                onClick={() => combobox.openDropdown()}
                onBlur={() => {
                  take()
                  onBlur?.()
                }}
                onKeyDown={handleKeyDown}
                onChange={(event) => type(event.currentTarget.value)}
              />
            </Combobox.Target>
          </span>
          <ChoiceList
            {...{ hits, value, typed, isCode, showsValues }}
            label={field.inFiles ?? field.label}
            isTypedAccepted={accepts?.(typed ?? '') ?? false}
            isHidden={onTyped !== undefined && hits.length === 0}
          />
        </Combobox>
      )}
    </Field>
  )
}
