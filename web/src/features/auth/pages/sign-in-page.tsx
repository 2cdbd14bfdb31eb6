import { getRouteApi } from '@tanstack/react-router'
import { useSession } from '../../../lib/session/context.tsx'
import { signOnFailure } from '../../../lib/sign-on.ts'
import { SignInForm } from '../components/sign-in-form.tsx'
import { SignInFrame } from '../components/sign-in-frame.tsx'
import { words } from '../words.ts'

const route = getRouteApi('/login')

/** Once somebody has signed in, the route leads to the address that was asked for. */
export function SignInPage() {
  const { verified, error } = route.useSearch()
  const session = useSession()
  const notice =
    signOnFailure(error) ??
    (verified === '1'
      ? words.verified
      : verified === '0'
        ? words.notVerified
        : session.state() === 'ended'
          ? words.ended
          : undefined)
  return (
    <SignInFrame title={words.title} notice={notice}>
      <SignInForm />
    </SignInFrame>
  )
}
