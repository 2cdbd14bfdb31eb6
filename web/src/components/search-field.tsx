import { useRouterState } from '@tanstack/react-router'
import { type ComponentProps, useEffect, useState } from 'react'
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
  // Searching changes the address, which would call back the page that is on its way.
  const isLeaving = useRouterState({
    select: ({ location, resolvedLocation }) =>
      resolvedLocation !== undefined && resolvedLocation.pathname !== location.pathname,
  })
  useEffect(() => {
    if (text === value || isLeaving) return
    const timer = setTimeout(() => onSearch(text), PAUSE_MS)
    return () => clearTimeout(timer)
    // oxlint-disable-next-line react/exhaustive-deps -- Another function with the same purpose is no reason to search again.
  }, [text, value, isLeaving])
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
