import { type JobRef } from './automation-server.ts'
import type { AutomationApi } from './automation-api.ts'
import { A_PAGE, checkStatus, isPage } from './check-answer.ts'
import type { OpenAnswer } from './automation-transport.ts'
import { AutomationFailure } from './automation-failure.ts'

/** What the server sends, with 200, instead of an output above about 1 MB. */
const APOLOGY = Buffer.from('Standard Output too large to display')

/** The whole output of a job, piece by piece. */
export async function* readOutput(api: AutomationApi, ref: JobRef, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  if (ref.kind === 'workflow_job') return
  const shown = await openFormat(api, ref, 'ansi', signal)
  if (yield* unlessApology(shown)) return
  const whole = await openDownload(api, ref, signal)
  try {
    yield* whole.chunks
  } finally {
    whole.close()
  }
}

/** Whether this was the output, and not the apology for a large one. */
async function* unlessApology({ chunks, close }: OpenAnswer): AsyncGenerator<Uint8Array, boolean> {
  let head: Buffer | undefined = Buffer.alloc(0)
  try {
    for await (const chunk of chunks) {
      if (head === undefined) {
        yield chunk
        continue
      }
      head = Buffer.concat([head, chunk])
      if (head.length < APOLOGY.length) continue
      if (isApology(head)) return false
      yield head
      head = undefined
    }
    if (head !== undefined && head.length > 0) yield head
    return true
  } finally {
    close()
  }
}

const isApology = (head: Buffer): boolean => head.subarray(0, APOLOGY.length).equals(APOLOGY)

/** Not every version has a download with colours. */
async function openDownload(api: AutomationApi, ref: JobRef, signal: AbortSignal): Promise<OpenAnswer> {
  try {
    return await openFormat(api, ref, 'ansi_download', signal)
  } catch (error: unknown) {
    if (!(error instanceof AutomationFailure) || (error.reason !== 'refused' && error.reason !== 'not_found'))
      throw error
    return openFormat(api, ref, 'txt_download', signal)
  }
}

async function openFormat(
  api: AutomationApi,
  { id }: JobRef,
  format: string,
  signal: AbortSignal,
): Promise<OpenAnswer> {
  const opened = await api.open(`jobs/${id}/stdout/?format=${format}`, signal)
  try {
    checkStatus(opened.answer)
    if (isPage(opened.answer)) throw new AutomationFailure('lost_answer', A_PAGE, opened.answer.status)
    return opened
  } catch (error: unknown) {
    opened.close()
    throw error
  }
}
