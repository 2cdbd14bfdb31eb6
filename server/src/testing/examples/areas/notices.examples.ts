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
  await example('GET /api/dashboard/capacity/')
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
  await example('GET /api/channels-schema/', {
    show: ({ asyncapi, info, channels: { notifications } }) => ({ asyncapi, info, channels: { notifications } }),
  })
  const beginning = (page: string) => `${page.slice(0, page.indexOf('>') + 1)}…`
  await example('GET /api/docs/', { show: beginning })
  await example('GET /api/redoc/', { show: beginning })
}

const CHANNELS = '/api/notifications/channels/'

export async function channelExamples(world: World, { operator: by, query }: Workspace): Promise<void> {
  const { example, refused } = world
  const body = {
    name: 'Night shift',
    type: 'webhook',
    target: 'https://hooks.example/heddle?key=5f0a',
    events: { categories: ['scheduled_task'], minimum_severity: 'warning' },
  }
  const { id } = await example(`POST ${CHANNELS}`, {
    by,
    body,
    show: (answer) => ({ ...answer, secret: 'whsec_…' }),
  })
  await refused(`POST ${CHANNELS}`, { by, body: { name: 'Chat', type: 'slack', target: 'hooks.slack.com' } })
  await example(`GET ${CHANNELS}`, { by })
  const params = { id }
  await example(`GET ${CHANNELS}:id/`, { by, params })
  await example(`PATCH ${CHANNELS}:id/`, { by, params, body: { events: { saved_queries: [query] } } })
  await example(`POST ${CHANNELS}:id/mute/`, { by, params, body: { for: '1d', saved_query: query } })
  await example(`DELETE ${CHANNELS}:id/mute/`, { by, params, query: { saved_query: query } })
  await example(`POST ${CHANNELS}:id/rotate/`, {
    by,
    params,
    show: (answer) => ({ ...answer, secret: 'whsec_…' }),
  })
  await deliveryExamples(world, by)
  await example(`DELETE ${CHANNELS}:id/`, { by, params })
}

/** Nothing listens at port 9. */
async function deliveryExamples({ example, prepare }: World, by: Workspace['operator']): Promise<void> {
  const body = { name: 'Duty', type: 'slack', target: 'http://127.0.0.1:9/' }
  const { id } = await prepare(`POST ${CHANNELS}`, { by, body })
  const params = { id }
  await example(`POST ${CHANNELS}:id/test/`, { by, params })
  const { results } = await example(`GET ${CHANNELS}:id/deliveries/`, { by, params })
  const delivery = { id: results[0].id }
  await example(`GET ${CHANNELS}deliveries/:id/exchange/`, { by, params: delivery })
  await example(`POST ${CHANNELS}deliveries/:id/replay/`, { by, params: delivery })
}
