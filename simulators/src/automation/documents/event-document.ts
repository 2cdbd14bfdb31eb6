import type { Job } from '../model/job.ts'
import { lineCount } from '../output/output-index.ts'
import type { DocumentContext } from './document-context.ts'

const TRUNCATED = 1024

/** An event without its text's place, which takes the events before it to know. */
export type SavedEvent = { readonly job: Job; readonly index: number }

export function eventDocument(
  { job, index }: SavedEvent,
  isWhole: boolean,
  { clock, link }: DocumentContext,
): Record<string, unknown> {
  const {
    event,
    stdout,
    play = '',
    task = '',
    host = '',
    changed = false,
    failed = false,
  } = job.script.output.at(index)
  const startLine = job.index.before(index).lines
  const id = eventId(job.id, index)
  const created = clock.stamp(emittedAt(job, index))
  const isCut = !isWhole && !event.startsWith('playbook_on_') && stdout.length > TRUNCATED
  return {
    id,
    type: 'job_event',
    url: link(`job_events/${id}/`),
    related: { job: link(`jobs/${job.id}/`) },
    summary_fields: {},
    created,
    modified: created,
    job: job.id,
    event,
    counter: index + 1,
    event_display: event,
    event_data: { playbook: job.template.playbook, play, task, ...(host !== '' && { host, res: { changed, failed } }) },
    event_level: task === '' ? 1 : 3,
    failed,
    changed,
    uuid: uuidOf(job.id, index),
    parent_uuid: index === 0 ? '' : uuidOf(job.id, 0),
    host: null,
    host_name: host,
    playbook: job.template.playbook,
    play,
    task,
    role: '',
    stdout: isCut ? `${stdout.slice(0, TRUNCATED - 1)}…` : stdout,
    start_line: startLine,
    end_line: startLine + lineCount(stdout),
    verbosity: 0,
  }
}

export function emittedAt(job: Job, index: number): number {
  return (job.started ?? 0) + Math.round((index + 1) * job.eventEveryMs)
}

export function eventId(jobId: number, index: number): number {
  return jobId * 10_000_000 + index + 1
}

function uuidOf(jobId: number, index: number): string {
  const hex = (value: number, length: number) => value.toString(16).padStart(length, '0')
  return `${hex(jobId, 8)}-0000-4000-8000-${hex(index, 12)}`
}
