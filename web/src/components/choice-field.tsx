/* oxlint-disable jsx-a11y/role-has-required-aria-props -- `Combobox.Target` adds `aria-controls`. */
import { Combobox, useCombobox } from '@mantine/core'
import '@mantine/core/styles/Combobox.css'
import '@mantine/core/styles/Popover.css'
import { type KeyboardEvent, useEffect, useState } from 'react'
import { Field } from './field.tsx'
import styles from './choice-field.module.css'

export type Choice<V extends string = string> = {
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
  /** Id of the text that says what is wrong, where that is not below the field. */
  readonly faultId?: string | undefined
  readonly placeholder?: string
  readonly isDisabled?: boolean
  /** Values are names of the controller, or parts of a query. */
  readonly isCode?: boolean
  /** The list shows values before their labels. */
  readonly showsValues?: boolean
  /** Texts that are taken although the list does not have them: when Enter is pressed, or the field is left. */
  readonly accepts?: (text: string) => boolean
  /** Choices that follow what is typed are found by the caller. */
  readonly onTyped?: (text: string) => void
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
  isCode,
  showsValues,
  accepts,
  onTyped,
  onChange,
  onBlur,
  ...field
}: Props<V>) {
  const [typed, setTyped] = useState<string>()
  const combobox = useCombobox({
    onDropdownClose: () => {
      combobox.resetSelectedOption()
      setTyped(undefined)
    },
    onDropdownOpen: () => combobox.selectActiveOption(),
  })
  const hits = typed === undefined || onTyped ? choices : hitsOf(choices, typed)
  useEffect(() => {
    if (typed === undefined) return
    // Choices that the caller finds for a text do not replace it.
    if (onTyped || hits.length === 0) combobox.resetSelectedOption()
    else combobox.selectFirstOption()
    // Each text has its own best choice; nothing else moves the mark.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [typed])
  const shown = choices.find((choice) => choice.value === value)

  /** What was typed, where it is a value as it stands. */
  const take = () => {
    const text = typed?.trim()
    if (text === undefined) return
    const exact = choices.find((choice) => choice.value === text || choice.label === text)
    if (exact) onChange(exact.value)
    else if (accepts?.(text)) onChange(text as V)
  }
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || typed === undefined || (hits.length > 0 && combobox.getSelectedOptionIndex() >= 0))
      return
    event.preventDefault()
    take()
    combobox.closeDropdown()
  }

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
                placeholder={placeholder}
                value={typed ?? (shown ? (shown.label ?? shown.value) : (value ?? ''))}
                autoComplete="off"
                spellCheck={false}
                onClick={() => combobox.openDropdown()}
                onBlur={() => {
                  take()
                  combobox.closeDropdown()
                  onBlur?.()
                }}
                onKeyDown={handleKeyDown}
                onChange={(event) => {
                  const text = event.currentTarget.value
                  setTyped(text)
                  onTyped?.(text)
                  combobox.openDropdown()
                }}
              />
            </Combobox.Target>
          </span>
          <Combobox.Dropdown className={styles.list ?? ''} hidden={onTyped !== undefined && hits.length === 0}>
            {/* It floats outside of the page's landmarks, so it brings its own. */}
            <section aria-label={`${field.label}, choices`}>
              <Combobox.Options aria-label={field.label} className={styles.options ?? ''}>
                {hits.map((choice) => (
                  <Combobox.Option
                    key={choice.value}
                    value={choice.value}
                    active={choice.value === value}
                    className={styles.option ?? ''}
                  >
                    {showsValues && choice.label !== undefined && <code className={styles.value}>{choice.value} </code>}
                    <span className={isCode ? styles.code : undefined}>{choice.label ?? choice.value}</span>
                    {choice.note !== undefined && <span className={styles.note}> {choice.note}</span>}
                  </Combobox.Option>
                ))}
                {hits.length === 0 && (
                  <Combobox.Empty className={styles.none ?? ''}>
                    {accepts?.(typed ?? '')
                      ? `Enter takes “${typed ?? ''}”.`
                      : typed
                        ? `Nothing matches “${typed}”.`
                        : 'Nothing to choose from.'}
                  </Combobox.Empty>
                )}
              </Combobox.Options>
            </section>
          </Combobox.Dropdown>
        </Combobox>
      )}
    </Field>
  )
}

/** What is exactly that first, then what begins with it. */
function hitsOf<C extends Choice>(choices: readonly C[], typed: string): readonly C[] {
  const text = typed.trim().toLowerCase()
  const rank = ({ value, label = '', note = '' }: Choice): number => {
    const names = [value.toLowerCase(), label.toLowerCase()]
    if (names.includes(text)) return 0
    if (names.some((name) => name.startsWith(text))) return 1
    return [...names, note.toLowerCase()].some((name) => name.includes(text)) ? 2 : 3
  }
  return [0, 1, 2].flatMap((wanted) => choices.filter((choice) => rank(choice) === wanted))
}
