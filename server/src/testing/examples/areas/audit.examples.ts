import type { World } from '../start-world.ts'

export async function auditExamples({ example, refused }: World): Promise<void> {
  const { results } = await example('GET /api/audit/logs/', {
    query: { action: 'snapshot_capture', ordering: '-created_at' },
  })
  await example('GET /api/audit/logs/:id/', { params: { id: results[0].id } })
  await example('GET /api/audit/logs/stats/', { query: { window: '24h' } })
  await example('GET /api/audit/logs/export/', { query: { action: 'snapshot_capture' } })
  await example('GET /api/audit/login-attempts/', { query: { success: 'true', username: 'olga' } })
  await example('PATCH /api/audit/settings/', {
    body: { groups: { api_access: false }, retention_days: { query_execution: 90 } },
  })
  await refused('PATCH /api/audit/settings/', {
    body: { groups: { weather: true }, retention_days: { query_execution: 0 } },
  })
  await example('GET /api/audit/settings/')
  await example('GET /api/audit/stream/')
}
