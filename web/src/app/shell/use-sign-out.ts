import { hasSignOn } from '../../lib/sign-on.ts'
import { useHeddle, useSession } from '../../lib/session/context.tsx'

const NOWHERE = { url: null }

/** Ends the session here, on the server and with a sign-on provider, if they can be reached. */
export function useSignOut(): () => Promise<void> {
  const { auth } = useHeddle()
  const session = useSession()
  return async () => {
    const { url } = await (hasSignOn() ? auth.oidc.signOut() : auth.logout()).then(
      (answer) => answer ?? NOWHERE,
      () => NOWHERE,
    )
    session.signedOut()
    if (url !== null) window.location.assign(url)
  }
}
