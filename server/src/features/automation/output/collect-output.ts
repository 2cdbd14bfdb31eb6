import { createHash } from 'node:crypto'
import type { Logger } from 'pino'
import type { AutomationServer, JobRef } from '../../../adapters/automation-server/automation-server.ts'
import type { Database } from '../../../adapters/database/database.ts'
import type { Clock } from '../../../kernel/clock.ts'
import { MINUTE, SECOND } from '../../../kernel/durations.ts'
import { pause } from '../../../kernel/pause.ts'
import type { AutomationExecutionRow } from '../automation.tables.ts'
import { completeOutput, noteLiveBytes } from './output.store.ts'
import { hashStored, storeFinalOutput } from './store-final-output.ts'
import { AutomationFailure } from '../../../adapters/automation-server/automation-failure.ts'

type Dependencies = {
  readonly database: Database
  readonly onStored: (executionId: string) => Promise<void>
  readonly clock: Clock
  readonly logger: Logger
}

export type EndedExecution = Pick<AutomationExecutionRow, 'id' | 'jobId' | 'jobKind'>

/** The automation server may not have stored all events of an ended job yet; some may be lost forever. */
const LONGEST_WAIT_MS = MINUTE
const FIRST_WAIT_MS = 0.5 * SECOND
const LONGEST_PAUSE_MS = 5 * SECOND
const RETRY_PAUSES_MS = [SECOND, 3 * SECOND, 10 * SECOND]
export const MOST_OUTPUT_BYTES = 256_000_000

const WARNINGS = {
  unfinished: `The output may be incomplete: the automation server had not stored all of it ${LONGEST_WAIT_MS / SECOND} s after the end.`,
  tooLong: `The output is longer than ${MOST_OUTPUT_BYTES / 1_000_000} MB; the rest was left out.`,
  gone: 'The job was deleted on the automation server before its output was read to the end.',
  failed: (message: string) => `The output could not be read to its end: ${message}`,
}

/**
 * Reads the output of a job that has ended to its end. Afterwards the output is complete, whatever happened: problems
 * become warnings of the execution. Rejects only when the signal fires, or the database fails; then it may be called
 * again.
 */
export async function collectOutput(
  { id, jobId, jobKind }: EndedExecution,
  server: AutomationServer,
  signal: AbortSignal,
  { database, onStored, clock, logger }: Dependencies,
): Promise<void> {
  const warnings = new Set<string>()
  let waitedMs = 0
  await noteLiveBytes(database.db, id)
  const sha256 =
    jobId === null || jobKind === 'workflow_job' ? NOTHING : await read({ id: jobId, kind: jobKind ?? 'job' })
  if (await completeOutput(database.db, id, { at: clock.now(), sha256, warnings: [...warnings] })) await onStored(id)

  async function read(job: JobRef): Promise<string> {
    for (let attempt = 0; ; attempt++) {
      try {
        if (!(await hasAllEvents(job))) warnings.add(WARNINGS.unfinished)
        return await storeFinalOutput(limited(server.output(job, signal)), {
          database,
          executionId: id,
          onStored: () => onStored(id),
        })
      } catch (error: unknown) {
        signal.throwIfAborted()
        if (!(error instanceof AutomationFailure)) throw error
        const retryAfterMs = error.reason === 'not_found' ? undefined : RETRY_PAUSES_MS[attempt]
        if (retryAfterMs === undefined) {
          logger.warn({ err: error, execution_id: id, job: job.id }, 'could not read the output of a job')
          warnings.add(error.reason === 'not_found' ? WARNINGS.gone : WARNINGS.failed(error.message))
          return hashStored(database, id)
        }
        await pause(clock, retryAfterMs, signal)
      }
    }
  }

  /** Waits until the automation server has stored all events, for a limited time in all attempts together. */
  async function hasAllEvents(job: JobRef): Promise<boolean> {
    for (let pauseMs = FIRST_WAIT_MS; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
      const { eventsFinished } = await server.job(job, signal)
      if (eventsFinished !== false) return true
      if (waitedMs >= LONGEST_WAIT_MS) return false
      const thisPauseMs = Math.min(pauseMs, LONGEST_WAIT_MS - waitedMs)
      await pause(clock, thisPauseMs, signal)
      signal.throwIfAborted()
      waitedMs += thisPauseMs
    }
  }

  async function* limited(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    let left = MOST_OUTPUT_BYTES
    for await (const piece of pieces) {
      if (piece.length > left) warnings.add(WARNINGS.tooLong)
      yield piece.subarray(0, left)
      left -= piece.length
      if (left < 0) return
    }
  }
}

const NOTHING = createHash('sha256').digest('hex')
