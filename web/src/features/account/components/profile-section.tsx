import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../../components/button.tsx'
import { TextField } from '../../../components/field.tsx'
import { FormFrame } from '../../../components/form.tsx'
import { formFaults } from '../../../components/form-faults.ts'
import { Light } from '../../../components/light.tsx'
import { TimeText } from '../../../components/time-text.tsx'
import { toast, toastFailure } from '../../../components/toasts.tsx'
import { useHeddle, useProfile } from '../../../lib/session/context.tsx'
import { useWrite } from '../../../lib/use-write.ts'
import { PROFILE_KEY } from '../../../lib/session/preferences.ts'
import { words } from '../words.ts'
import styles from './account.module.css'
import { Pair, ButtonRow, AccountSection } from './section.tsx'

const FIELDS = ['first_name', 'last_name', 'email']

export function ProfileSection() {
  const { auth } = useHeddle()
  const profile = useProfile()
  const queries = useQueryClient()
  const [firstName, setFirstName] = useState(profile.first_name)
  const [lastName, setLastName] = useState(profile.last_name)
  const [email, setEmail] = useState(profile.email)
  const save = useWrite({
    mutationFn: () => auth.profile.update({ first_name: firstName, last_name: lastName, email }),
    onSuccess: (saved) => {
      queries.setQueryData(PROFILE_KEY, saved)
      toast(words.saved)
    },
  })
  const faults = formFaults(save.error, FIELDS)

  return (
    <AccountSection title={words.profile.title}>
      <FormFrame error={save.error} faults={faults.general} onSubmit={() => save.mutate()}>
        <TextField label={words.profile.username} value={profile.username} readOnly isCode autoComplete="username" />
        <Pair>
          <TextField
            label={words.profile.firstName}
            value={firstName}
            autoComplete="given-name"
            faults={faults.of('first_name')}
            onChange={(event) => setFirstName(event.currentTarget.value)}
          />
          <TextField
            label={words.profile.lastName}
            value={lastName}
            autoComplete="family-name"
            faults={faults.of('last_name')}
            onChange={(event) => setLastName(event.currentTarget.value)}
          />
        </Pair>
        <TextField
          label={words.profile.email}
          type="email"
          value={email}
          autoComplete="email"
          faults={faults.of('email')}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        <Verification />
        <Button type="submit" impossible={save.isPending ? words.save : undefined}>
          {words.save}
        </Button>
      </FormFrame>
      <p className={styles.quiet}>
        {words.profile.since} <TimeText at={profile.date_joined} isAbsolute /> · {words.profile.lastLogin.toLowerCase()}{' '}
        <TimeText at={profile.last_login} isAbsolute />
      </p>
    </AccountSection>
  )
}

/** Whether the address is known to be theirs. */
function Verification() {
  const { auth } = useHeddle()
  const { email, email_verified: isVerified } = useProfile()
  const send = useWrite({
    mutationFn: () => auth.email.sendVerification(),
    onSuccess: () => toast(words.profile.sent(email)),
    onError: (error) => toastFailure(words.notSent, error),
  })
  if (isVerified) return <Light color="ok" text={words.profile.verified} />
  return (
    <ButtonRow>
      <Light color="warn" text={words.profile.notVerified} />
      <Button onClick={() => send.mutate()} impossible={send.isPending ? words.profile.send : undefined}>
        {words.profile.send}
      </Button>
    </ButtonRow>
  )
}
