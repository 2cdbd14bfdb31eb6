import { useQuery } from '@tanstack/react-query'
import { StaleBar } from '../../components/states.tsx'
import { profileQuery } from '../../features/auth/api.ts'
import { useHeddle, useProfile, useSessionState } from '../../lib/session/context.tsx'
import { formatTime } from '../../lib/time/format-time.ts'
import { words } from './words.ts'

const LOOK_MS = 30_000

/** Says that this is a restored copy in which nothing happens on its own. */
export function CopyBar() {
  const { paused_since: since } = useProfile()
  // A copy is paused from its start, so only a paused one is watched.
  return since ? <PausedCopy since={since} /> : null
}

function PausedCopy({ since }: { readonly since: string }) {
  const { preferences } = useProfile()
  useQuery({ ...profileQuery(useHeddle()), enabled: useSessionState() === 'signed-in', refetchInterval: LOOK_MS })
  return <StaleBar>{words.pausedCopy(formatTime(since, preferences))}</StaleBar>
}
