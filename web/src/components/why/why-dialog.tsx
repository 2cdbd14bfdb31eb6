import { useState } from 'react'
import { FormDialog } from '../form-dialog.tsx'
import { formFaults } from '../form-faults.ts'
import { TextField } from '../field.tsx'
import type { WhyObject, WhyQuestion } from './question.ts'
import { useWhy } from './use-why.ts'
import { WhyAnswer } from './why-answer.tsx'
import { words } from './words.ts'

type Props = {
  readonly question: WhyQuestion
  /** Of the row that was pointed at: it is asked about at once. */
  readonly object?: WhyObject | undefined
  readonly onClose: () => void
}

/** Asks why an object is in the rows of a query, or is not, and follows it from stage to stage. */
export function WhyDialog({ question, object, onClose }: Props) {
  const [dn, setDn] = useState(object?.dn ?? '')
  const [asked, setAsked] = useState(object)
  const found = useWhy(question, asked)
  const faults = formFaults(found.error, ['dn'])
  const handleSubmit = () => {
    const wanted = dn.trim()
    if (wanted === asked?.dn) void found.refetch()
    else setAsked({ dn: wanted, controller: undefined })
  }
  return (
    <FormDialog
      title={words.title}
      width={640}
      sending={{ error: found.error, isPending: found.isFetching }}
      faults={faults.general}
      verb={words.verb}
      leave={words.close}
      impossible={dn.trim() === '' ? words.dnFirst : undefined}
      onSubmit={handleSubmit}
      onClose={onClose}
    >
      <TextField
        label={words.dn}
        hint={words.dnHint}
        isCode
        value={dn}
        faults={faults.of('dn')}
        onChange={({ currentTarget: { value } }) => setDn(value)}
      />
      {found.data && !found.error && <WhyAnswer {...found.data} controller={asked?.controller} />}
    </FormDialog>
  )
}
