import { useCallback, useEffect, useState } from 'react'
import { Button } from '../../components/button.tsx'
import { Dialog, DialogActions } from '../../components/dialog.tsx'
import { useHeddle, useSession } from '../../lib/session/context.tsx'
import { idleAt } from '../../lib/session/idle.ts'
import { useIdleMinutes } from '../../lib/session/preferences.ts'
import { lastInput, noteInput } from '../../lib/session/visits.ts'
import { words } from './words.ts'

const SAID_AGAIN_MS = 30_000
const INPUTS = ['pointerdown', 'keydown', 'wheel'] as const

/** Only input keeps a session: it renews the access token, and tells the server where an idle limit is set. */
export function IdleGuard() {
  const { auth } = useHeddle()
  const session = useSession()
  const limit = useIdleMinutes()
  const [warning, setWarning] = useState<number>()
  const isWarning = warning !== undefined
  const stay = useStay(limit)

  useEffect(() => {
    const handleInput = () => {
      // While it is asked whether to stay, only the answer counts.
      if (isWarning || session.state() !== 'signed-in') return
      if (session.endsSoon(Date.now())) void session.renewSoon()
      stay()
    }
    for (const input of INPUTS) addEventListener(input, handleInput, { passive: true })
    return () => {
      for (const input of INPUTS) removeEventListener(input, handleInput)
    }
  }, [session, stay, isWarning])

  useEffect(() => {
    if (limit === 0) return
    const timer = setInterval(() => {
      const isHere = session.state() === 'signed-in'
      const idle = idleAt(Date.now(), lastInput() ?? Date.now(), isHere ? limit : 0)
      setWarning(idle.kind === 'warning' ? idle.seconds : undefined)
      if (idle.kind !== 'over') return
      void auth.logout().catch(() => undefined)
      session.end()
    }, 500)
    return () => clearInterval(timer)
  }, [auth, session, limit])

  const handleStay = () => {
    stay('surely')
    setWarning(undefined)
  }
  return (
    <Dialog title={words.idleTitle(warning ?? 0)} isOpen={isWarning} onClose={handleStay}>
      <p>{words.idle(limit)}</p>
      <DialogActions>
        <Button look="primary" onClick={handleStay}>
          {words.stay}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

/** Notes an input; where a limit is set, the server learns of it now and then, even if the page asks nothing. */
function useStay(limit: number): (how?: 'surely') => void {
  const { notifications } = useHeddle()
  // Opening a page is input too.
  useEffect(() => noteInput(Date.now()), [limit])
  return useCallback(
    (how) => {
      if (how !== 'surely' && Date.now() - (lastInput() ?? 0) < SAID_AGAIN_MS) return
      noteInput(Date.now())
      if (limit > 0) void notifications.notifications.unreadCount().catch(() => undefined)
    },
    [notifications, limit],
  )
}
