import type { Frame } from '../../platform/realtime/channel.ts'
import type { KeptFrame } from './run-frames.ts'

/** Remembers what one follower of a run was told, so that no frame is told twice. */
export function createFrameFilter() {
  const told = new Set<string>()
  let lastAttempt = 0

  /** Progress is told again and again, everything else once for a node. */
  function isNew(frame: Frame): boolean {
    if (frame.type === 'node_progress') return true
    const name = `${frame.type} ${String(frame.data.node_id)}`
    if (told.has(name)) return false
    told.add(name)
    return true
  }

  return {
    /** A run that is taken up again begins anew; its first process may still be talking. */
    isLiveNew: (frame: KeptFrame): boolean => {
      if (frame.attempt < lastAttempt) return false
      if (frame.attempt > lastAttempt) told.clear()
      lastAttempt = frame.attempt
      return isNew(frame)
    },
    isStoredNew: isNew,
  }
}
