import type { SentRunFrame } from './run-frames.ts'

/** What to send to one follower of a run: progress and waiting always, any other frame once per node. */
export function createFrameFilter(): (frame: SentRunFrame) => readonly SentRunFrame[] {
  const sent = new Set<string>()
  let lastAttempt = 0

  return (frame) => {
    const { type, attempt = lastAttempt } = frame
    // A run that is claimed again starts over, while its first process may still be sending.
    if (attempt < lastAttempt) return []
    if (attempt > lastAttempt) sent.clear()
    lastAttempt = attempt
    if (type === 'node_progress' || type === 'execution_waiting') return [frame]
    const name = 'node_id' in frame.data ? `${type} ${frame.data.node_id}` : type
    if (sent.has(name)) return []
    sent.add(name)
    return [frame]
  }
}
