import type { Job } from '../model/job.ts'
import { savedEnd } from '../output/saved-events.ts'
import { stdoutPieces, stripAnsi } from '../output/stdout-text.ts'
import type { Call } from './call.ts'
import { problems } from './http-problem.ts'
import { htmlReply, jsonReply, type Reply, textReply } from './reply.ts'

const FORMATS = ['txt', 'ansi', 'json', 'html', 'api', 'txt_download', 'ansi_download'] as const
type Format = (typeof FORMATS)[number]

/** The text of the events saved so far, rebuilt on every call. */
export function answerStdout(call: Call, job: Job): Reply {
  const { settings, clock } = call.server
  const format = formatOf(call)
  const pieces = stdoutPieces(job, settings.eventLag, clock.now)
  if (format === 'txt_download') return download(mapPieces(pieces), `job_${job.id}.txt`)
  if (format === 'ansi_download') return download(pieces, `job_${job.id}.ansi.txt`)
  const { characters } = job.index.before(savedEnd(job, settings.eventLag, clock.now))
  if (characters > settings.stdoutDisplayLimit) return apology(format, characters, settings.stdoutDisplayLimit)
  const text = [...pieces].join('')
  if (format === 'txt') return textReply(stripAnsi(text))
  if (format === 'ansi') return textReply(text)
  const { content, range } = cutLines(text, call.query)
  if (format === 'json') return jsonReply(200, { range, content: encode(content, call.query) })
  return htmlReply(200, page(content))
}

/** Without `format` a client gets what it accepts: a page, unless it names JSON or plain text. */
function formatOf({ query, request }: Call): Format {
  const named = query.get('format')
  if (named !== null) {
    const format = FORMATS.find((one) => one === named)
    if (!format) throw problems.notFound()
    return format
  }
  const accept = String(request.headers['accept'] ?? '')
  if (accept.includes('application/json')) return 'json'
  return accept.includes('text/plain') ? 'txt' : 'api'
}

function download(body: Iterable<string>, name: string): Reply {
  return textReply(body, { 'content-disposition': `attachment; filename="${name}"` })
}

function* mapPieces(pieces: Iterable<string>): Generator<string> {
  for (const piece of pieces) yield stripAnsi(piece)
}

/** Still 200: only the text says that it is not the output. */
function apology(format: Format, characters: number, limit: number): Reply {
  const text = `Standard Output too large to display (${characters} bytes), only download supported for sizes over ${limit} bytes.`
  if (format === 'json') return jsonReply(200, { range: { start: 0, end: 1, absolute_end: 1 }, content: text })
  return format === 'txt' || format === 'ansi' ? textReply(text) : htmlReply(200, page(text))
}

/** The end is exclusive, and a negative start counts from the end. */
function cutLines(text: string, query: URLSearchParams) {
  const lines = text === '' ? [] : text.split(/(?<=\n)/)
  const start = Number(query.get('start_line') ?? 0)
  const end = query.has('end_line') ? Number(query.get('end_line')) : undefined
  if (!Number.isInteger(start) || (end !== undefined && !Number.isInteger(end)))
    throw problems.badRequest({ detail: 'invalid literal for int() with base 10' })
  const range = {
    start: start < 0 ? lines.length + start : start,
    end: start < 0 || end === undefined ? lines.length : Math.min(end, lines.length),
    absolute_end: lines.length,
  }
  return { content: lines.slice(start, end).join(''), range }
}

function encode(content: string, query: URLSearchParams): string {
  return query.get('content_encoding') === 'base64' ? Buffer.from(content).toString('base64') : content
}

function page(content: string): string {
  const text = stripAnsi(content).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  return `<!DOCTYPE HTML>\n<html>\n<head><title>Job Stdout</title></head>\n<body><pre>${text}</pre></body>\n</html>\n`
}
