import { useHeddle, useSession } from '../../lib/session/context.tsx'

/** Ends the session here and on the server, if it can be reached. */
export function useSignOut(): () => Promise<void> {
  const { auth } = useHeddle()
  const session = useSession()
  return async () => {
    await auth.logout().catch(() => undefined)
    session.signedOut()
  }
}
