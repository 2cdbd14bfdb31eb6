import secureJson from 'secure-json-parse'
import { storable } from '../../../platform/text/storable.ts'

/** What a webhook reports. */
export type ReportedJob = { readonly jobId: number; readonly status: string | null }

const LONGEST_STATUS = 100

/**
 * The job that a webhook is about, undefined if it names none: test messages do not, and people may write bodies of
 * their own, so nothing but the id is expected.
 */
export function readEvent(body: Uint8Array): ReportedJob | undefined {
  const event: unknown = secureJson.safeParse(Buffer.from(body).toString('utf8'))
  if (event === null || typeof event !== 'object' || !('id' in event)) return undefined
  const { id } = event
  if (typeof id !== 'number' || !Number.isSafeInteger(id) || id < 1) return undefined
  return {
    jobId: id,
    status:
      'status' in event && typeof event.status === 'string' ? storable(event.status.slice(0, LONGEST_STATUS)) : null,
  }
}
