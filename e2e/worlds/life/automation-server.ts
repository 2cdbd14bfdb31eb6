import type { WireAnswer, WireRequest } from '../world/network.ts'
import type { World } from '../world/world.ts'

/** What reached the automation server: the jobs that it started. */
export type Jobs = ReadonlyMap<number, Job>
type Job = {
  readonly rows: readonly string[]
  readonly startedAt: number
  status: 'successful' | 'canceled' | undefined
}

type Terms = {
  readonly isSilent: () => boolean
  /** Whether the one who asked is sent a fault instead of an answer, although it was done. */
  readonly fails: () => boolean
}

const JOB_MS = 8_000
const ROW = /row-[0-9a-f-]{36}/g

/** Starts jobs, which end well after a while; notes when a row comes for a second time. */
export function automationServer(world: World, { isSilent, fails }: Terms) {
  const jobs = new Map<number, Job>()
  const seen = new Set<string>()

  const start = ({ body }: WireRequest): number => {
    const id = jobs.size + 1
    const rows = [...new Set(body.match(ROW) ?? [])]
    for (const row of rows) {
      if (seen.has(row)) world.fault(`a row was launched twice: ${row}`)
      seen.add(row)
    }
    jobs.set(id, { rows, startedAt: world.elapsedMs, status: undefined })
    world.note('automation', `starts job ${id} with ${rows.length} rows`)
    return id
  }

  const answer = (request: WireRequest): { readonly status: number; readonly body: object | string } => {
    const { pathname, searchParams } = new URL(request.path, 'https://automation.test')
    if (pathname === '/api/') return { status: 200, body: { current_version: '/api/v2/' } }
    if (pathname.endsWith('/launch/')) return launched(start(request))
    if (pathname === '/api/v2/jobs/') {
      const ids = (searchParams.get('id__in') ?? '').split(',').map(Number)
      return { status: 200, body: { count: ids.length, next: null, results: ids.flatMap((id) => shown(id) ?? []) } }
    }
    const [, id, part] = /^\/api\/v2\/jobs\/(\d+)\/(\w*)/.exec(pathname) ?? []
    const job = shown(Number(id))
    if (!job) return { status: 404, body: { detail: 'Not found.' } }
    if (part === 'cancel') return cancelled(Number(id))
    if (part === 'stdout') return { status: 200, body: `job ${id}\n` }
    if (part === 'job_events') return { status: 200, body: { count: 0, next: null, results: [] } }
    return { status: 200, body: job }
  }

  const launched = (id: number) => ({ status: 201, body: { job: id, id, type: 'job', status: 'pending' } })

  const cancelled = (id: number) => {
    const job = jobs.get(id)!
    if (statusOf(job) !== 'running') return { status: 405, body: { detail: 'Method "POST" not allowed.' } }
    job.status = 'canceled'
    return { status: 202, body: {} }
  }

  const statusOf = (job: Job): string =>
    job.status ?? (world.elapsedMs - job.startedAt < JOB_MS ? 'running' : 'successful')

  const shown = (id: number): object | undefined => {
    const job = jobs.get(id)
    if (!job) return undefined
    const status = statusOf(job)
    return { id, type: 'job', status, event_processing_finished: status !== 'running', artifacts: {} }
  }

  const serve = (request: WireRequest): WireAnswer => {
    // Only its reader must bear an answer that comes twice: no server gets a request more often than it was sent.
    if (request.isEcho) return { status: 200, body: '{}', afterMs: undefined }
    const { status, body } = answer(request)
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    if (fails()) return { status: 502, body: '{}', afterMs: 20 }
    return { status, body: text, afterMs: isSilent() ? undefined : 20 + world.random.below(1_500) }
  }
  return { jobs: jobs as Jobs, serve }
}
