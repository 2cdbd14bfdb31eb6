import { useState } from 'react'
import { TextField } from '../../../components/field.tsx'
import styles from './filter-field.module.css'

type Props = {
  readonly label: string
  readonly value: string | undefined
  readonly type?: 'text' | 'datetime-local'
  readonly onChange: (value: string | undefined) => void
}

/** A filter that counts once it is left, or Enter is pressed: exact values are no search while one types. */
export function FilterField({ label, value = '', type = 'text', onChange }: Props) {
  const [text, setText] = useState(value)
  const [known, setKnown] = useState(value)
  if (known !== value) {
    setKnown(value)
    setText(value)
  }
  const take = () => {
    if (text.trim() !== value) onChange(text.trim() === '' ? undefined : text.trim())
  }
  return (
    <div className={type === 'text' ? styles.field : styles.time}>
      <TextField
        label={label}
        type={type}
        value={text}
        autoComplete="off"
        onChange={(event) => setText(event.currentTarget.value)}
        onBlur={take}
        onKeyDown={(event) => event.key === 'Enter' && take()}
      />
    </div>
  )
}

/** In the address times are instants, in the field they are of this computer's clock. */
export function TimeFilter({ value, onChange, ...rest }: Omit<Props, 'type'>) {
  return (
    <FilterField
      {...rest}
      type="datetime-local"
      value={value === undefined ? undefined : localTime(value)}
      onChange={(text) => onChange(text === undefined ? undefined : new Date(text).toISOString())}
    />
  )
}

function localTime(instant: string): string {
  const at = new Date(instant)
  if (Number.isNaN(at.getTime())) return ''
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}
