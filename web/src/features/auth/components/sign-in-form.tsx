import { HeddleError } from '@heddle/client'
import { Link } from '@tanstack/react-router'
import { type ReactNode, type SubmitEvent, useEffect, useRef, useState } from 'react'
import { Button } from '../../../components/button.tsx'
import { PasswordField, TextField } from '../../../components/field.tsx'
import { AS_BROWSER } from '../../../lib/api/heddle.ts'
import { useHeddle, useSession } from '../../../lib/session/context.tsx'
import { useCountdown } from '../hooks/use-countdown.ts'
import { words } from '../words.ts'
import { AccountChoice, hasDirectory } from './account-choice.tsx'
import { SignOnLinks } from './sign-on-links.tsx'

type Props = {
  /** Who is expected, where a page waits for its user. */
  readonly expected?: string | undefined
  /** Below the first form. */
  readonly children?: ReactNode
}

/** Name and password, then the code of a second factor if there is one. What is typed stays when it fails. */
export function SignInForm({ expected, children }: Props) {
  const session = useSession()
  const [factor, setFactor] = useState<string>()
  const handleSignedIn = (access: string) => session.signedIn(access)
  return factor === undefined ? (
    <PasswordForm expected={expected} onFactor={setFactor} onSignedIn={handleSignedIn}>
      {children}
    </PasswordForm>
  ) : (
    <CodeForm token={factor} onBack={() => setFactor(undefined)} onSignedIn={handleSignedIn} />
  )
}

type SignedIn = { readonly onSignedIn: (access: string) => void }

function PasswordForm({
  expected,
  children,
  onFactor,
  onSignedIn,
}: SignedIn & Props & { readonly onFactor: (token: string) => void }) {
  const { auth } = useHeddle()
  const [username, setUsername] = useState(expected ?? '')
  const [password, setPassword] = useState('')
  const [isDirectory, setIsDirectory] = useState(false)
  const { fault, isBusy, seconds, attempt } = useAttempt()
  const form = useRef<HTMLFormElement>(null)
  // The page is about nothing else, and a name that is known need not be typed.
  useEffect(
    () =>
      form.current
        ?.querySelector<HTMLInputElement>(`input[autocomplete="${expected ? 'current-password' : 'username'}"]`)
        ?.focus(),
    [expected],
  )

  const handleSubmit = (event: SubmitEvent) => {
    event.preventDefault()
    void attempt(async () => {
      const reply = await (isDirectory ? auth.ldapLogin : auth.login)({ username, password }, AS_BROWSER)
      if (reply.mfa_token !== undefined) onFactor(reply.mfa_token)
      else onSignedIn(reply.access)
    })
  }

  return (
    <>
      <form ref={form} onSubmit={handleSubmit}>
        {hasDirectory() && <AccountChoice isDirectory={isDirectory} onChange={setIsDirectory} />}
        <TextField
          label={words.username}
          value={username}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          required
          onChange={(event) => setUsername(event.currentTarget.value)}
        />
        <PasswordField
          label={words.password}
          value={password}
          autoComplete="current-password"
          required
          faults={fault === undefined ? [] : [fault]}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        <SubmitRow seconds={seconds} isBusy={isBusy} />
        {children ?? (
          <Link to="/reset-password" search={{ token: undefined }}>
            {words.forgot}
          </Link>
        )}
      </form>
      <SignOnLinks />
    </>
  )
}

function CodeForm({ token, onBack, onSignedIn }: SignedIn & { readonly token: string; readonly onBack: () => void }) {
  const { auth } = useHeddle()
  const [code, setCode] = useState('')
  const { fault, isBusy, seconds, attempt } = useAttempt()
  const field = useRef<HTMLDivElement>(null)
  useEffect(() => field.current?.querySelector('input')?.focus(), [])

  const handleSubmit = (event: SubmitEvent) => {
    event.preventDefault()
    void attempt(async () =>
      onSignedIn((await auth.mfaLogin({ mfa_token: token, code: code.trim() }, AS_BROWSER)).access),
    )
  }

  return (
    <form onSubmit={handleSubmit}>
      <div ref={field}>
        <TextField
          label={words.code}
          hint={words.codeHint}
          value={code}
          isCode
          autoComplete="one-time-code"
          spellCheck={false}
          required
          faults={fault === undefined ? [] : [fault]}
          onChange={(event) => setCode(event.currentTarget.value)}
        />
      </div>
      <SubmitRow seconds={seconds} isBusy={isBusy} />
      <Button look="link" onClick={onBack}>
        {words.back}
      </Button>
    </form>
  )
}

const SubmitRow = ({ seconds, isBusy }: { readonly seconds: number; readonly isBusy: boolean }) => (
  <>
    <Button
      type="submit"
      look="primary"
      isWide
      impossible={seconds > 0 ? words.wait(seconds) : isBusy ? words.signingIn : undefined}
    >
      {words.signIn}
    </Button>
    {seconds > 0 && <p role="status">{words.wait(seconds)}</p>}
  </>
)

/** An attempt to sign in: what went wrong, and how long to wait. The form stays as it is. */
function useAttempt() {
  const [fault, setFault] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)
  const { seconds, start } = useCountdown()

  async function attempt(signIn: () => Promise<void>): Promise<void> {
    setIsBusy(true)
    setFault(undefined)
    try {
      await signIn()
    } catch (error) {
      if (error instanceof HeddleError && error.retryAfter !== undefined) start(error.retryAfter)
      else setFault((error as Error).message)
      // After a success it stays busy until the page is there.
      setIsBusy(false)
    }
  }
  return { fault, isBusy, seconds, attempt }
}
