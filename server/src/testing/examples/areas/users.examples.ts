import type { World } from '../start-world.ts'

const USERS = '/api/auth/management/'
const GROUPS = '/api/auth/groups/'
const ACCOUNTS = '/api/auth/service-accounts/'

export async function userExamples(world: World): Promise<void> {
  await groupExamples(world)
  await serviceAccountExamples(world)
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
  await prepare('POST /api/auth/login/', { body: { username: 'kim', password } })
  const [session] = await example(`GET ${USERS}:id/sessions/`, { params })
  await example(`DELETE ${USERS}:id/sessions/:session/`, { params: { ...params, session: session.id } })
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

async function serviceAccountExamples({ example, refused, hide }: World): Promise<void> {
  const groups = await example(`GET ${ACCOUNTS}groups/`)
  const group = groups.find(({ name }: { name: string }) => name === 'Editors').id
  const { id } = await example(`POST ${ACCOUNTS}`, {
    body: { name: 'nightly-checks', description: 'The pipeline of the fabric team', group },
  })
  await refused(`POST ${ACCOUNTS}`, { body: { name: 'nightly checks', group: 999 } })
  const params = { id }
  await example(`GET ${ACCOUNTS}`, { query: { search: 'nightly' } })
  await example(`GET ${ACCOUNTS}:id/`, { params })
  await example(`PATCH ${ACCOUNTS}:id/`, { params, body: { description: 'Checks of the fabric team, each night' } })
  const { id: token, token: secret } = await example(`POST ${ACCOUNTS}:id/tokens/`, {
    params,
    body: { name: 'CI', permissions: ['queries.execute_savedquery'], expires_at: '2027-03-06T08:00:00Z' },
  })
  hide(secret, '<token>')
  await example(`GET ${ACCOUNTS}:id/tokens/`, { params })
  await example(`DELETE ${ACCOUNTS}:id/tokens/:token/`, { params: { ...params, token } })
  for (const action of ['deactivate', 'activate']) await example(`POST ${ACCOUNTS}:id/${action}/`, { params })
  await example(`DELETE ${ACCOUNTS}:id/`, { params })
}
