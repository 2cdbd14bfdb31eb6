import { type ComboboxStore, useCombobox } from '@mantine/core'
import { type KeyboardEvent, useEffect, useState } from 'react'
import { choicesMatching, type FieldChoice } from './choice.ts'

type Given<V extends string> = {
  readonly choices: readonly FieldChoice<V>[]
  readonly accepts: ((text: string) => boolean) | undefined
  readonly onTyped: ((text: string) => void) | undefined
  readonly onChange: (value: V) => void
}

type TypedChoice<V extends string> = {
  readonly combobox: ComboboxStore
  /** Undefined while nothing is typed. */
  readonly typed: string | undefined
  readonly hits: readonly FieldChoice<V>[]
  readonly type: (text: string) => void
  /** Takes what was typed, where it is a value as it stands, and closes the list. */
  readonly take: () => void
  readonly handleKeyDown: (event: KeyboardEvent) => void
}

/** What is typed into a field of choices, and what it finds. */
export function useTypedChoice<V extends string>({ choices, accepts, onTyped, onChange }: Given<V>): TypedChoice<V> {
  const [typed, setTyped] = useState<string>()
  const combobox = useCombobox({
    onDropdownClose: () => {
      combobox.resetSelectedOption()
      setTyped(undefined)
    },
    onDropdownOpen: () => combobox.selectActiveOption(),
  })
  const hits = typed === undefined || onTyped ? choices : choicesMatching(choices, typed)
  useEffect(() => {
    if (typed === undefined) return
    // Choices that the caller finds for a text do not replace it.
    if (onTyped || hits.length === 0) combobox.resetSelectedOption()
    else combobox.selectFirstOption()
    // oxlint-disable-next-line react/exhaustive-deps -- Each text has its own best choice; nothing else moves the mark.
  }, [typed])

  const take = () => {
    const text = typed?.trim()
    const exact = choices.find((choice) => choice.value === text || choice.label === text)
    if (text !== undefined && exact) onChange(exact.value)
    else if (text !== undefined && accepts?.(text)) onChange(text as V)
    combobox.closeDropdown()
  }
  return {
    combobox,
    typed,
    hits,
    type: (text) => {
      setTyped(text)
      onTyped?.(text)
      combobox.openDropdown()
    },
    take,
    handleKeyDown: (event) => {
      const isMarked = hits.length > 0 && combobox.getSelectedOptionIndex() >= 0
      if (event.key !== 'Enter' || typed === undefined || isMarked) return
      event.preventDefault()
      take()
    },
  }
}
