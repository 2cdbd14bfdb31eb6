import type { Wire } from '../../lib/api/wire.ts'
import { useMay, useProfile } from '../../lib/session/context.tsx'

/** Only its owner and administrators change a schedule; members of its groups may run it. */
export function useMayChangeSchedule(): (task: Pick<Wire.ScheduledTask, 'owner'>) => boolean {
  const { username, is_admin: isAdmin } = useProfile()
  const mayChange = useMay('queries.change_scheduledtask')
  return ({ owner }) => mayChange && (isAdmin || owner === username)
}
