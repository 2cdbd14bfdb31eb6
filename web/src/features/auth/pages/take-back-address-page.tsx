import { HeddleError } from '@heddle/client'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Button } from '../../../components/button.tsx'
import { useHeddle } from '../../../lib/session/context.tsx'
import { SignInFrame } from '../components/sign-in-frame.tsx'
import { words } from '../words.ts'
import styles from './take-back-address-page.module.css'

const route = getRouteApi('/take-back-address')

/** Asks first: programs that check mails for harmful links open them too. */
export function TakeBackAddressPage() {
  const { token } = route.useSearch()
  const { auth } = useHeddle()
  const [state, setState] = useState<'asking' | 'busy' | 'done'>('asking')
  const [fault, setFault] = useState<string>()
  const handleTakeBack = () => {
    setState('busy')
    setFault(undefined)
    auth.email.takeBack({ token: token! }).then(
      () => setState('done'),
      (error: unknown) => {
        setState('asking')
        setFault(wordsOf(error))
      },
    )
  }
  const notice = token === undefined ? words.takeBack.incomplete : state === 'done' ? words.takeBack.done : fault
  return (
    <SignInFrame title={words.takeBack.title} notice={notice}>
      <div className={styles.body}>
        {token !== undefined && state !== 'done' && (
          <>
            <p>{words.takeBack.explanation}</p>
            <Button
              look="primary"
              isWide
              impossible={state === 'busy' ? words.takeBack.acting : undefined}
              onClick={handleTakeBack}
            >
              {words.takeBack.act}
            </Button>
          </>
        )}
        {state === 'done' && (
          <p>
            <Link to="/reset-password" search={{ token: undefined }}>
              {words.takeBack.choosePassword}
            </Link>
          </p>
        )}
        <p>
          <Link to="/login" search={{ next: undefined, verified: undefined }}>
            {words.signIn}
          </Link>
        </p>
      </div>
    </SignInFrame>
  )
}

const wordsOf = (error: unknown): string =>
  (error instanceof HeddleError ? error.fields.token?.[0] : undefined) ?? (error as Error).message
