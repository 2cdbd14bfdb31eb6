import { emittedAt, eventDocument, eventId, type SavedEvent } from '../documents/event-document.ts'
import type { Job } from '../model/job.ts'
import type { ScriptEvent } from '../output/job-output.ts'
import { isSaved, savedEnd } from '../output/saved-events.ts'
import { answerList } from '../query/answer-list.ts'
import type { Fields } from '../query/fields.ts'
import { envelope, readPage } from '../query/page.ts'
import { parseFilters } from '../query/parse-filters.ts'
import type { Call } from './call.ts'
import { jsonReply, type Reply } from './reply.ts'

/** The usual way to read new events: sorted by counter, after the last one seen. */
const CURSOR_KEYS = new Set(['counter__gt', 'order_by', 'page', 'page_size', 'no_truncate', 'limit'])

/** The events saved so far; a page after a cursor reads only the events it shows. */
export function answerEvents(call: Call, job: Job): Reply {
  const { settings } = call.server
  const { query, path } = call.request
  const isWhole = query.has('no_truncate')
  const write = (event: SavedEvent) => eventDocument(event, isWhole, call.documents)
  const first = firstWanted(query)
  const saved = savedFrom(job, call, first ?? 0)
  if (query.has('limit')) return jsonReply(200, { results: limited(saved, call).map(write) })
  if (first === undefined) {
    return jsonReply(
      200,
      answerList(saved, eventFields(call), { path, query, maxPageSize: settings.maxPageSize }, write),
    )
  }
  const page = readPage(query, settings.maxPageSize)
  const from = (page.page - 1) * page.size
  const results = saved.slice(from, from + page.size).map(write)
  return jsonReply(200, envelope(path, query, page, { count: saved.length, results }))
}

/** The index of the first event of a cursor's page; undefined for any other query. */
function firstWanted(query: URLSearchParams): number | undefined {
  const order = query.get('order_by') ?? 'counter'
  if (order !== 'counter' || [...query.keys()].some((key) => !CURSOR_KEYS.has(key))) return undefined
  const after = Number(query.get('counter__gt') ?? 0)
  return Number.isInteger(after) && after >= 0 ? after : undefined
}

function savedFrom(job: Job, { server: { settings, clock } }: Call, first: number): SavedEvent[] {
  const events: SavedEvent[] = []
  const end = savedEnd(job, settings.eventLag, clock.now)
  for (let index = first; index < end; index++) {
    if (isSaved(job, settings.eventLag, clock.now, index)) events.push({ job, index })
  }
  return events
}

function limited(events: readonly SavedEvent[], call: Call): SavedEvent[] {
  const test = parseFilters(call.query, eventFields(call))
  const limit = Number(call.query.get('limit'))
  return (test ? events.filter(test) : events).slice(0, Number.isInteger(limit) && limit > 0 ? limit : undefined)
}

function eventFields({ server: { clock } }: Call): Fields<SavedEvent> {
  const text = (get: (event: ScriptEvent) => string | undefined) => ({
    kind: 'text' as const,
    get: ({ job, index }: SavedEvent) => get(job.script.output.at(index)) ?? '',
  })
  const truth = (get: (event: ScriptEvent) => boolean | undefined) => ({
    kind: 'boolean' as const,
    get: ({ job, index }: SavedEvent) => get(job.script.output.at(index)) ?? false,
  })
  return {
    model: 'JobEvent',
    searched: ['stdout'],
    standardOrder: 'counter',
    fields: {
      id: { kind: 'integer', get: ({ job, index }) => eventId(job.id, index) },
      counter: { kind: 'integer', get: ({ index }) => index + 1 },
      created: { kind: 'datetime', get: ({ job, index }) => emittedAt(job, index) + clock.skewMs },
      start_line: { kind: 'integer', get: ({ job, index }) => job.index.before(index).lines },
      event: text(({ event }) => event),
      stdout: text(({ stdout }) => stdout),
      task: text(({ task }) => task),
      play: text(({ play }) => play),
      host_name: text(({ host }) => host),
      failed: truth(({ failed }) => failed),
      changed: truth(({ changed }) => changed),
    },
  }
}
