import { useQueryClient } from '@tanstack/react-query'
import { useLayoutEffect } from 'react'
import { createPortal } from 'react-dom'
import { BrandMark } from '../../../components/mark.tsx'
import { buttonClass } from '../../../components/button.tsx'
import { useProfile, useSessionState } from '../../../lib/session/context.tsx'
import { words } from '../words.ts'
import styles from './sign-in-again.module.css'
import panel from './sign-in-panel.module.css'
import { SignInForm } from './sign-in-form.tsx'

/** Covers the page of a session that has ended. The page stays as it is, but nobody sees or reaches it. */
export function SignInAgain() {
  const state = useSessionState()
  return state === 'ended' || state === 'left' ? <Cover text={words.again[state]} /> : null
}

function Cover({ text }: { readonly text: string }) {
  const { username } = useProfile()
  const queries = useQueryClient()
  // Before the form takes the focus, so that it is known where it was.
  useLayoutEffect(() => {
    const showTheRest = hideTheRest()
    return () => {
      showTheRest()
      // What was refused meanwhile.
      void queries.invalidateQueries()
    }
  }, [queries])
  return createPortal(
    <div role="dialog" aria-modal aria-labelledby="sign-in-again" className={styles.cover} data-cover>
      <div className={panel.panel}>
        <BrandMark size={36} />
        <h2 id="sign-in-again" className={styles.title}>
          {words.again.title}
        </h2>
        <p className={styles.text}>{text}</p>
        <SignInForm expected={username}>
          <a href="/login" className={buttonClass('link')}>
            {words.again.other}
          </a>
        </SignInForm>
      </div>
    </div>,
    document.body,
  )
}

/** Dialogs of the page are beside it, so everything but the cover is out of reach; the focus then goes back. */
function hideTheRest(): () => void {
  const focused = document.activeElement
  const others = [...document.body.children].filter(
    (element): element is HTMLElement =>
      element instanceof HTMLElement && !element.inert && element.dataset.cover === undefined,
  )
  for (const element of others) element.inert = true
  return () => {
    for (const element of others) element.inert = false
    if (focused instanceof HTMLElement) focused.focus()
  }
}
