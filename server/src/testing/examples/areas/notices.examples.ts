import { randomUUID } from 'node:crypto'
import { taskPaused } from '../../../features/schedules/index.ts'
import type { World } from '../start-world.ts'
import type { Workspace } from '../workspace.ts'

const NOTICES = '/api/notifications/notifications/'

export async function noticeExamples(world: World, { operator: by }: Workspace): Promise<void> {
  const { example, refused, app } = world
  const { database, events } = app.app.platform
  const paused = {
    task_id: randomUUID(),
    task_name: 'Bridge domains, every night',
    owner_id: by.id,
    failure_streak: 10,
  }
  await database.transaction((tx) => events.raise(tx, taskPaused, paused))
  await example(`GET ${NOTICES}unread_count/`, { by })
  const { results } = await example(`GET ${NOTICES}`, { by, query: { unread: true, category: 'scheduled_task' } })
  const params = { id: results[0].id }
  await example(`POST ${NOTICES}:id/mark_read/`, { by, params })
  await example(`POST ${NOTICES}mark_all_read/`, { by })
  await example(`DELETE ${NOTICES}:id/`, { by, params })
  const preferences = {
    email_enabled: true,
    quiet_hours_start: '20:00',
    quiet_hours_end: '07:00',
    digest_enabled: true,
  }
  await example('PATCH /api/notifications/preferences/', { by, body: preferences })
  await refused('PATCH /api/notifications/preferences/', {
    by,
    body: { quiet_hours_start: '8 pm', digest_enabled: 'daily' },
  })
  await example('GET /api/notifications/preferences/', { by })
}

export async function dashboardExamples({ example }: World): Promise<void> {
  await example('GET /api/dashboard/stats/')
  await example('GET /api/dashboard/platform-info/')
  await example('GET /api/dashboard/changes/', { query: { since: '2026-03-06T00:00:00Z' } })
}

/** Without the examples of the document itself. */
export async function documentExamples({ example }: World): Promise<void> {
  const HEALTH = '/api/auth/health/'
  await example('GET /api/schema/', {
    show: ({ openapi, info, paths }) => ({
      openapi,
      info,
      paths: { [HEALTH]: { get: { summary: paths[HEALTH].get.summary } } },
    }),
  })
  const beginning = (page: string) => `${page.slice(0, page.indexOf('>') + 1)}…`
  await example('GET /api/docs/', { show: beginning })
  await example('GET /api/redoc/', { show: beginning })
}
