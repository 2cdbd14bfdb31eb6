import type { Frame } from '../../../platform/realtime/channel.ts'
import type { RunFrame } from './run-frames.ts'

/** Remembers the frames sent to one follower of a run, so that none is sent twice. */
export function createFrameFilter() {
  const sent = new Set<string>()
  let lastAttempt = 0

  /** Progress repeats; any other frame is sent once per node. */
  function isNew(frame: Frame): boolean {
    if (frame.type === 'node_progress') return true
    const name = `${frame.type} ${String(frame.data.node_id)}`
    if (sent.has(name)) return false
    sent.add(name)
    return true
  }

  return {
    /** A run that is claimed again starts over, while its first process may still be sending. */
    isLiveNew: (frame: RunFrame): boolean => {
      if (frame.attempt < lastAttempt) return false
      if (frame.attempt > lastAttempt) sent.clear()
      lastAttempt = frame.attempt
      return isNew(frame)
    },
    isStoredNew: isNew,
  }
}
