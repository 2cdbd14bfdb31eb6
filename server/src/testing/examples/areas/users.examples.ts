import type { World } from '../start-world.ts'

const USERS = '/api/auth/management/'
const GROUPS = '/api/auth/groups/'

export async function userExamples(world: World): Promise<void> {
  await groupExamples(world)
  const { example, refused, prepare, hide } = world
  const { results } = await prepare(`GET ${GROUPS}`, { query: { search: 'Operators' } })
  const password = hide('initial secret of kim', '<password>')
  const account = { username: 'kim', email: 'kim@example.net', password, first_name: 'Kim', last_name: 'Rivera' }
  const { id } = await example(`POST ${USERS}`, { body: { ...account, groups: [results[0].id] } })
  await refused(`POST ${USERS}`, { body: { username: 'kim', email: 'kim', password: '1234', groups: [999] } })
  const params = { id }
  await example(`GET ${USERS}`, { query: { search: 'kim' } })
  await example(`GET ${USERS}:id/`, { params })
  await example(`PATCH ${USERS}:id/`, { params, body: { last_name: 'Rivera-Holm' } })
  await example(`POST ${USERS}:id/add_permissions/`, {
    params,
    body: { permissions: ['controller.delete_connection'] },
  })
  await refused(`POST ${USERS}:id/add_permissions/`, { params, body: { permissions: ['controller.everything'] } })
  await example(`GET ${USERS}:id/effective_permissions/`, { params })
  await example(`POST ${USERS}:id/remove_permissions/`, {
    params,
    body: { permissions: ['controller.delete_connection'] },
  })
  const reset = { new_password: hide('another secret of kim', '<new password>') }
  await example(`POST ${USERS}:id/reset_password/`, { params, body: reset })
  const { code } = await example(`POST ${USERS}:id/generate_reset_code/`, { params })
  hide(code, '<reset code>')
  for (const action of ['verify_email', 'disable_mfa', 'end_sessions', 'deactivate', 'activate'])
    await example(`POST ${USERS}:id/${action}/`, { params })
  await example(`DELETE ${USERS}:id/`, { params })
}

async function groupExamples({ example, refused, prepare, signUp }: World): Promise<void> {
  const { id } = await example(`POST ${GROUPS}`, { body: { name: 'Fabric night shift', role_template: 'operator' } })
  await refused(`POST ${GROUPS}`, { body: { name: 'Fabric night shift', role_template: 'operators' } })
  const params = { id }
  const member = await signUp('jonas', 'Viewers')
  await example(`GET ${GROUPS}`, { query: { search: 'night' } })
  await example(`PATCH ${GROUPS}:id/`, {
    params,
    body: { quota: { queries_max: 50, ai_analysis_daily: 20, can_use_ai_builder: true } },
  })
  await example(`POST ${GROUPS}:id/add_members/`, { params, body: { user_ids: [member.id] } })
  await example(`GET ${GROUPS}:id/`, { params })
  await example(`POST ${GROUPS}:id/remove_members/`, { params, body: { user_ids: [member.id] } })
  const copy = await example(`POST ${GROUPS}:id/clone/`, { params, body: { name: 'Fabric day shift' } })
  await prepare(`DELETE ${GROUPS}:id/`, { params: { id: copy.id } })
  await example(`DELETE ${GROUPS}:id/`, { params })
  await example('GET /api/auth/permissions/')
}
