import { HeddleError } from '@heddle/client'
import { getRouteApi, Link, useRouter } from '@tanstack/react-router'
import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { Button } from '../../../components/button.tsx'
import { PasswordField, TextField } from '../../../components/field.tsx'
import { AS_BROWSER } from '../../../lib/api/heddle.ts'
import { useHeddle, useSession } from '../../../lib/session/context.tsx'
import { AccountChoice, hasDirectory } from '../components/account-choice.tsx'
import { SignInFrame } from '../components/sign-in-frame.tsx'
import { useCountdown } from '../hooks/use-countdown.ts'
import { words } from '../words.ts'

const route = getRouteApi('/login')

export function SignInPage() {
  const { next, verified } = route.useSearch()
  const session = useSession()
  const router = useRouter()
  const [factor, setFactor] = useState<string>()

  async function handleSignedIn(access: string) {
    session.signedIn(access)
    await router.navigate({ href: next?.startsWith('/') ? next : '/', replace: true })
  }

  const notice =
    verified === '1' ? words.verified : verified === '0' ? words.notVerified : session.state() === 'ended' ? words.ended : undefined
  return (
    <SignInFrame title={words.title} notice={notice}>
      {factor === undefined ? (
        <PasswordForm onFactor={setFactor} onSignedIn={handleSignedIn} />
      ) : (
        <CodeForm token={factor} onBack={() => setFactor(undefined)} onSignedIn={handleSignedIn} />
      )}
    </SignInFrame>
  )
}

type SignedIn = { readonly onSignedIn: (access: string) => Promise<void> }

function PasswordForm({ onFactor, onSignedIn }: SignedIn & { readonly onFactor: (token: string) => void }) {
  const { auth } = useHeddle()
  const [username, setUsername] = useState('')
  const [password, setPassword] = useState('')
  const [isDirectory, setIsDirectory] = useState(false)
  const { fault, isBusy, seconds, attempt } = useAttempt()

  const handleSubmit = (event: SubmitEvent) => {
    event.preventDefault()
    void attempt(async () => {
      const reply = await (isDirectory ? auth.ldapLogin : auth.login)({ username, password }, AS_BROWSER)
      if ('mfa_token' in reply) onFactor(reply.mfa_token)
      else await onSignedIn(reply.access)
    })
  }

  return (
    <form onSubmit={handleSubmit}>
      {hasDirectory() && <AccountChoice isDirectory={isDirectory} onChange={setIsDirectory} />}
      <TextField
        label={words.username}
        value={username}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        required
        // The page is about nothing else.
        // eslint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
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
      <Link to="/reset-password" search={{ token: undefined }}>
        {words.forgot}
      </Link>
    </form>
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
    void attempt(async () => onSignedIn((await auth.mfaLogin({ mfa_token: token, code: code.trim() }, AS_BROWSER)).access))
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
    <Button type="submit" look="primary" isWide impossible={seconds > 0 ? words.wait(seconds) : isBusy ? words.signingIn : undefined}>
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
    } finally {
      setIsBusy(false)
    }
  }
  return { fault, isBusy, seconds, attempt }
}
