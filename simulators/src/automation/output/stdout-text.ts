import type { Job } from '../model/job.ts'
import { type EventLag, isSaved, savedEnd } from './saved-events.ts'

const PIECE = 64 * 1024

/** The saved text in pieces of about 64 kB: each event's lines with LF, in order, the unsaved ones missing. */
export function* stdoutPieces(job: Job, lag: EventLag, now: number): Generator<string> {
  const end = savedEnd(job, lag, now)
  let piece = ''
  for (let index = 0; index < end; index++) {
    const { stdout } = job.script.output.at(index)
    if (stdout === '' || !isSaved(job, lag, now, index)) continue
    piece += `${stdout.replaceAll('\r\n', '\n')}\n`
    if (piece.length < PIECE) continue
    yield piece
    piece = ''
  }
  if (piece !== '') yield piece
}

export function stripAnsi(text: string): string {
  return text.replace(/\u001b[^m]*m/g, '')
}
