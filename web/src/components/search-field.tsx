import { type ComponentProps, useEffect, useState } from 'react'
import { useIsGoing } from '../lib/use-is-going.ts'
import { Field } from './field.tsx'
import styles from './field.module.css'

type Props = { readonly label: string; readonly value: string; readonly onSearch: (text: string) => void }

const PAUSE_MS = 250

/** Searches when typing pauses, unless another page was chosen meanwhile; `/` leads here. */
export function SearchField({ label, value, onSearch }: Props) {
  const [text, setText] = useState(value)
  const [shown, setShown] = useState(value)
  // It changed elsewhere, such as by going back.
  if (shown !== value) {
    setShown(value)
    setText(value)
  }
  const isGoing = useIsGoing()
  useEffect(() => {
    if (text === value || isGoing) return
    const timer = setTimeout(() => onSearch(text), PAUSE_MS)
    return () => clearTimeout(timer)
    // oxlint-disable-next-line react/exhaustive-deps -- Another function with the same purpose is no reason to search again.
  }, [text, value, isGoing])
  return (
    <Field label={label} isLabelHidden>
      {(given) => (
        <SearchInput
          {...given}
          placeholder={label}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      )}
    </Field>
  )
}

/** The field alone, for what searches while one types. */
export const SearchInput = (props: Omit<ComponentProps<'input'>, 'type' | 'className'>) => (
  <input {...props} type="search" className={styles.input} />
)
