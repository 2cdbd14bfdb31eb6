import { Writable } from 'node:stream'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { pino } from 'pino'
import { startApp } from '@heddle/server/app.ts'
import { readConfig } from '@heddle/server/config/read-config.ts'
import { createSystemClock } from '@heddle/server/kernel/clock.ts'
import { fillAudit } from './audit-rows.ts'
import { openBareList } from './bare-list.ts'
import { fillLogs } from './log-rows.ts'
import { addUsers, notifyAll } from './notices.ts'
import { readMemory } from './own-usage.ts'
import { addTasks, endTasks, readRuns, type TaskShape } from './task-rows.ts'

const RESOLUTION_MS = 5
const NANOSECONDS = 1e6

/** The whole server, configured by its environment, with a monitor of its event loop and a bare list beside it. */
export async function open() {
  const read = readConfig(process.env)
  if (!read.ok) throw new Error(read.problems.join('\n'))
  // Log lines are formatted as in production, then dropped.
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  const logger = pino({ level: 'info' }, nowhere)
  const clock = createSystemClock((error) => console.error(error))
  const app = await startApp({ config: read.config, logger, clock })
  const { pool } = app.platform.database
  const bare = openBareList(pool)
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS })

  return {
    url: async () => app.url!,
    pid: async () => process.pid,
    watchLoop: async () => {
      delay.reset()
      delay.enable()
    },
    loopDelay: async () => {
      delay.disable()
      return { p99: delay.percentile(99) / NANOSECONDS, max: delay.max / NANOSECONDS, mean: delay.mean / NANOSECONDS }
    },
    /** Copies the one stored query, so that the list is long. */
    multiplyQueries: async (count: number) => {
      await pool.query(COPY, [count])
    },
    fillAudit: (entries: number) => fillAudit(pool, entries),
    fillLogs: (entries: number) => fillLogs(pool, entries),
    addTasks: (tasks: { readonly count: number; readonly shape: TaskShape }) => addTasks(pool, tasks),
    endTasks: () => endTasks(pool),
    readRuns: (between: { readonly from: number; readonly to: number }) => readRuns(pool, between),
    addUsers: (count: number) => addUsers(pool, count),
    notifyAll: () => notifyAll(app),
    memory: async () => readMemory(),
    /** Does not collect garbage first, so that polling disturbs nothing. */
    residentMb: async () => process.memoryUsage.rss() / 1024 ** 2,
    cpuMs: async () => {
      const { user, system } = process.cpuUsage()
      return (user + system) / 1000
    },
    bareUrl: bare.url,
    stop: async () => {
      await bare.close()
      await app.stop()
    },
  }
}

const COPY = `
  insert into saved_queries (id, name, description, category_id, controller_connection_id, nodes, edges, post_processors,
                             current_version, current_version_hash, created_by, created_at, updated_at)
  select gen_random_uuid(), name || ' ' || n, description, category_id, controller_connection_id, nodes, edges, post_processors,
         current_version, current_version_hash, created_by, created_at, updated_at - n * interval '1 minute'
  from saved_queries, generate_series(1, $1::int) n`
