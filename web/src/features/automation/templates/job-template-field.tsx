import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { ChoiceField } from '../../../components/choice-field.tsx'
import textStyles from '../../../components/text.module.css'
import { useHeddle, useMay } from '../../../lib/session/context.tsx'
import { jobTemplates } from '../api.ts'
import { words } from './form-words.ts'

type Props = {
  /** Empty: none is chosen yet. */
  readonly connection: string
  readonly value: string
  readonly faults: readonly string[]
  readonly onChange: (value: string) => void
}

/** A job template by its name, found on the automation server; its number can be typed all the same. */
export function JobTemplateField({ connection, value, faults, onChange }: Props) {
  const [typed, setTyped] = useState('')
  const search = useDeferredValue(/^\d*$/.test(typed) ? '' : typed)
  const maySee = useMay('automation.change_template')
  const found = useQuery({ ...jobTemplates(useHeddle(), connection, search), enabled: maySee && connection !== '' })
  const listed = found.data?.results ?? []
  const chosen = listed.find(({ id }) => String(id) === value)
  return (
    <div>
      <ChoiceField
        label={words.job}
        hint={words.jobHint}
        isRequired
        choices={listed.map(({ id, name, playbook }) => ({
          value: String(id),
          label: words.jobTemplate(name, id),
          note: playbook,
        }))}
        value={value === '' ? undefined : value}
        faults={faults}
        accepts={(text) => /^\d+$/.test(text.trim())}
        onTyped={setTyped}
        onChange={onChange}
      />
      <div role="status" className={textStyles.caption}>
        {found.error && <p>{words.jobsNotRead(found.error.message)}</p>}
        {chosen && !chosen.can_start && <p>{words.jobNotStartable}</p>}
        {chosen && !chosen.takes_variables && <p>{words.jobIgnoresRows}</p>}
      </div>
    </div>
  )
}
