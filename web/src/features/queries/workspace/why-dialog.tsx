import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { FormDialog } from '../../../components/form-dialog.tsx'
import { formFaults } from '../../../components/form-faults.ts'
import { TextField } from '../../../components/field.tsx'
import { Light, type LightColor } from '../../../components/light.tsx'
import type { Wire } from '../../../lib/api/wire.ts'
import { useHeddle } from '../../../lib/session/context.tsx'
import { words } from './words.ts'
import styles from './why-dialog.module.css'

const text = words.why

const COLORS: Readonly<Record<Wire.WhyStage['verdict'], LightColor>> = {
  kept: 'ok',
  dropped: 'bad',
  not_reached: 'off',
}

type Props = {
  readonly queryId: string
  /** What else the question is about: the connection, the values of variables, and what was drawn but not saved. */
  readonly asked: Omit<Wire.WhyBody, 'dn'>
  readonly onClose: () => void
}

/** Asks why an object is in the rows of a query, or is not, and follows it from stage to stage. */
export function WhyDialog({ queryId, asked, onClose }: Props) {
  const { queries } = useHeddle()
  const [dn, setDn] = useState('')
  const question = useMutation({
    mutationFn: (wanted: string) => queries.savedQueries.why(queryId, { ...asked, dn: wanted }),
  })
  const faults = formFaults(question.error, ['dn'])
  return (
    <FormDialog
      title={text.title}
      width={640}
      sending={question}
      faults={faults.general}
      verb={text.verb}
      leave={text.close}
      impossible={dn.trim() === '' ? text.dnFirst : undefined}
      onSubmit={() => question.mutate(dn.trim())}
      onClose={onClose}
    >
      <TextField
        label={text.dn}
        hint={text.dnHint}
        isCode
        value={dn}
        faults={faults.of('dn')}
        onChange={({ currentTarget: { value } }) => setDn(value)}
      />
      {question.data && <Answer {...question.data} />}
    </FormDialog>
  )
}

function Answer({ dn, exists, present, stages, objects }: Wire.WhyReply) {
  return (
    <section aria-label={text.answer} className={styles.answer}>
      <p role="status" className={styles.verdict}>
        {!exists ? text.noObject(dn) : present ? text.present : text.absent}
      </p>
      <ol className={styles.stages}>
        {stages.map(({ kind, id, verdict, because }) => (
          <li key={`${kind} ${id}`} className={verdict === 'dropped' ? styles.dropped : undefined}>
            <Light color={COLORS[verdict]} text={text.verdicts[verdict]} />
            <span>{because}</span>
          </li>
        ))}
      </ol>
      {objects.length > 1 && (
        <>
          <h3>{text.objects}</h3>
          <ul className={styles.objects}>
            {objects.map((object) => (
              <li key={object}>{object}</li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}
