import { admin, another, expectOk, FROM, hush, newGroup, type Scenario } from '../../testing/audit-walk/walk.ts'
import { walkAuditLog } from '../../testing/audit-walk/walk-audit-log.ts'
import type { Answer } from '../../testing/start-test-app.ts'
import { serviceAccountsFeature } from './index.ts'

const ACCOUNTS = '/api/auth/service-accounts/'

const create = async (): Promise<Answer> =>
  expectOk(admin.post(ACCOUNTS, { name: `robot-${another()}`, group: await newGroup() }, FROM))

async function createToken(id: number): Promise<Answer> {
  const answer = await expectOk(admin.post(`${ACCOUNTS}${id}/tokens/`, { name: 'pipeline' }, FROM))
  hush(answer.body.token)
  return answer
}

const SCENARIOS: Readonly<Record<string, Scenario>> = {
  'POST /api/auth/service-accounts/': async () => {
    const answer = await create()
    return { answer, action: 'service_account_create', by: admin, target: answer.body.id }
  },
  'PATCH /api/auth/service-accounts/:id/': async () => {
    const { id } = (await create()).body
    const answer = await admin.patch(`${ACCOUNTS}${id}/`, { description: 'Nightly checks' }, FROM)
    return { answer, action: 'service_account_update', by: admin, target: id }
  },
  'DELETE /api/auth/service-accounts/:id/': async () => {
    const { id } = (await create()).body
    return {
      answer: await admin.delete(`${ACCOUNTS}${id}/`, FROM),
      action: 'service_account_delete',
      by: admin,
      target: id,
    }
  },
  'POST /api/auth/service-accounts/:id/activate/': async () => {
    const { id } = (await create()).body
    const answer = await admin.post(`${ACCOUNTS}${id}/activate/`, undefined, FROM)
    return { answer, action: 'service_account_activate', by: admin, target: id }
  },
  'POST /api/auth/service-accounts/:id/deactivate/': async () => {
    const { id } = (await create()).body
    const answer = await admin.post(`${ACCOUNTS}${id}/deactivate/`, undefined, FROM)
    return { answer, action: 'service_account_deactivate', by: admin, target: id }
  },
  'POST /api/auth/service-accounts/:id/tokens/': async () => {
    const answer = await createToken((await create()).body.id)
    return { answer, action: 'api_token_create', by: admin, target: answer.body.id }
  },
  'DELETE /api/auth/service-accounts/:id/tokens/:token/': async () => {
    const { id } = (await create()).body
    const token = (await createToken(id)).body.id
    const answer = await admin.delete(`${ACCOUNTS}${id}/tokens/${token}/`, FROM)
    return { answer, action: 'api_token_delete', by: admin, target: token }
  },
}

walkAuditLog(serviceAccountsFeature, SCENARIOS)
