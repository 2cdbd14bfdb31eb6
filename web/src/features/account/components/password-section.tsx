import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../../components/button.tsx'
import { PasswordField } from '../../../components/field.tsx'
import { FormFrame } from '../../../components/form.tsx'
import { formFaults } from '../../../components/form-faults.ts'
import { toast } from '../../../components/toasts.tsx'
import { useHeddle, useProfile } from '../../../lib/session/context.tsx'
import { SESSIONS_KEY } from '../api.ts'
import { passwordRules } from '../password-rules.ts'
import { words } from '../words.ts'
import styles from './account.module.css'
import { AccountSection } from './section.tsx'

const FIELDS = ['old_password', 'new_password']

export function PasswordSection() {
  const { auth } = useHeddle()
  const { username, email } = useProfile()
  const queries = useQueryClient()
  const [old, setOld] = useState('')
  const [password, setPassword] = useState('')
  const change = useMutation({
    mutationFn: () => auth.password.change({ old_password: old, new_password: password }),
    onSuccess: async () => {
      setOld('')
      setPassword('')
      toast(words.password.changed)
      await queries.invalidateQueries({ queryKey: SESSIONS_KEY })
    },
  })
  const faults = formFaults(change.error, FIELDS)

  return (
    <AccountSection title={words.password.title}>
      <FormFrame error={change.error} faults={faults.general} onSubmit={() => change.mutate()}>
        <PasswordField
          label={words.password.old}
          value={old}
          autoComplete="current-password"
          required
          faults={faults.of('old_password')}
          onChange={(event) => setOld(event.currentTarget.value)}
        />
        <PasswordField
          label={words.password.new}
          value={password}
          autoComplete="new-password"
          required
          faults={faults.of('new_password')}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        {password !== '' && <Rules password={password} old={old} names={[username, email, email.split('@', 1)[0]!]} />}
        <Button type="submit" impossible={change.isPending ? words.password.change : undefined}>
          {words.password.change}
        </Button>
      </FormFrame>
    </AccountSection>
  )
}

const Rules = ({
  password,
  old,
  names,
}: {
  readonly password: string
  readonly old: string
  readonly names: readonly string[]
}) => (
  <ul aria-label={words.password.rules} className={styles.rules}>
    {passwordRules(password, old, names).map(({ text, isMet }) => (
      <li key={text.split(' (')[0]} className={isMet ? styles.met : undefined}>
        <span className={styles.mark} aria-hidden>
          {isMet ? '✓' : '·'}
        </span>
        {text}
        <span className="sr-only">: {isMet ? words.password.met : words.password.notMet}</span>
      </li>
    ))}
  </ul>
)
