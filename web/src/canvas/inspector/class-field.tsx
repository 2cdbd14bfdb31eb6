import { isClassName } from '@heddle/domain/canvas/names.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ChoiceField } from '../../components/choice-field.tsx'
import { useHeddle } from '../../lib/session/context.tsx'
import { useLater } from '../../lib/time/use-later.ts'
import { classSearch } from '../model/class-search.ts'

type Props = {
  readonly label: string
  readonly value: string | undefined
  readonly isDisabled?: boolean
  readonly onChange: (name: string) => void
}

const PAUSE_MS = 150

/** A class by its name or label; names that the class model lacks can be typed. */
export function ClassField({ label, value, isDisabled = false, onChange }: Props) {
  const heddle = useHeddle()
  const [typed, setTyped] = useState('')
  const text = useLater(typed, PAUSE_MS)
  const { data } = useQuery({ ...classSearch(heddle, text), enabled: text !== '', placeholderData: keepPreviousData })
  const choices = (text === '' ? [] : (data?.results ?? [])).map(({ name, display_name }) => ({
    value: name,
    ...(display_name !== undefined && { note: display_name }),
  }))
  return (
    <ChoiceField
      label={label}
      isLabelHidden
      isCode
      choices={choices}
      value={value}
      isDisabled={isDisabled}
      accepts={isClassName}
      onTyped={setTyped}
      onChange={onChange}
      onBlur={() => setTyped('')}
    />
  )
}
