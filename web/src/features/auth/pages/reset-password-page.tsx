import { HeddleError } from '@heddle/client'
import { getRouteApi, Link } from '@tanstack/react-router'
import { type SubmitEvent, useState } from 'react'
import { Button } from '../../../components/button.tsx'
import { PasswordField, TextField } from '../../../components/field.tsx'
import { useHeddle } from '../../../lib/session/context.tsx'
import { SignInFrame } from '../components/sign-in-frame.tsx'
import { words } from '../words.ts'
import styles from './reset-password-page.module.css'

const route = getRouteApi('/reset-password')
type Faults = Readonly<Record<string, readonly string[]>>

export function ResetPasswordPage() {
  const { token } = route.useSearch()
  const [hasCode, setHasCode] = useState(false)
  const [notice, setNotice] = useState<string>()
  const isChoosing = (token !== undefined || hasCode) && notice === undefined
  return (
    <SignInFrame title={words.reset.title} notice={notice}>
      {isChoosing && <NewPasswordForm token={token} onDone={() => setNotice(words.reset.done)} />}
      {!isChoosing && notice === undefined && (
        <AddressForm onSent={() => setNotice(words.reset.sent)} onCode={() => setHasCode(true)} />
      )}
      <p className={styles.back}>
        <Link to="/login" search={{ next: undefined, verified: undefined }}>
          {words.signIn}
        </Link>
      </p>
    </SignInFrame>
  )
}

function AddressForm({ onSent, onCode }: { readonly onSent: () => void; readonly onCode: () => void }) {
  const { auth } = useHeddle()
  const [email, setEmail] = useState('')
  const { faults, submit } = useSubmit(async () => {
    await auth.passwordReset.create({ email })
    onSent()
  })
  return (
    <form onSubmit={submit}>
      <TextField
        label={words.reset.email}
        hint={words.reset.emailHint}
        type="email"
        autoComplete="email"
        required
        value={email}
        faults={[...(faults.email ?? []), ...(faults.non_field_errors ?? [])]}
        onChange={(event) => setEmail(event.currentTarget.value)}
      />
      <Button type="submit" look="primary" isWide>
        {words.reset.send}
      </Button>
      <Button look="link" onClick={onCode}>
        {words.reset.have}
      </Button>
    </form>
  )
}

function NewPasswordForm({ token, onDone }: { readonly token: string | undefined; readonly onDone: () => void }) {
  const { auth } = useHeddle()
  const [code, setCode] = useState('')
  const [password, setPassword] = useState('')
  const { faults, submit } = useSubmit(async () => {
    await auth.passwordReset.confirm({
      ...(token === undefined ? { code: code.trim() } : { token }),
      new_password: password,
    })
    onDone()
  })
  const others = [...(faults.token ?? []), ...(faults.non_field_errors ?? [])]
  return (
    <form onSubmit={submit}>
      {token === undefined && (
        <TextField
          label={words.reset.code}
          hint={words.reset.codeHint}
          isCode
          required
          autoComplete="one-time-code"
          value={code}
          faults={faults.code}
          onChange={(event) => setCode(event.currentTarget.value)}
        />
      )}
      <PasswordField
        label={words.reset.newPassword}
        autoComplete="new-password"
        required
        value={password}
        faults={[...(faults.new_password ?? []), ...others]}
        onChange={(event) => setPassword(event.currentTarget.value)}
      />
      <Button type="submit" look="primary" isWide>
        {words.reset.change}
      </Button>
    </form>
  )
}

/** Sends a form, and keeps what is wrong with it. */
function useSubmit(send: () => Promise<void>): {
  readonly faults: Faults
  readonly submit: (event: SubmitEvent) => void
} {
  const [faults, setFaults] = useState<Faults>({})
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    setFaults({})
    send().catch((error: unknown) => setFaults(faultsOf(error)))
  }
  return { faults, submit }
}

const faultsOf = (error: unknown): Faults =>
  error instanceof HeddleError && Object.keys(error.fields).length > 0
    ? error.fields
    : { non_field_errors: [(error as Error).message] }
