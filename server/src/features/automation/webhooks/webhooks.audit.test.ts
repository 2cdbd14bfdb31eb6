import { app, admin, FROM, type Scenario, WEBHOOK_SECRET } from '../../../testing/audit-walk/walk.ts'
import { walkAuditLog } from '../../../testing/audit-walk/walk-audit-log.ts'
import { automationFeature } from '../index.ts'

const WEBHOOKS = '/api/automation/webhooks/'

const SCENARIOS: Readonly<Record<string, Scenario>> = {
  'POST /api/automation/webhooks/receiver/': async () => {
    const headers = { ...FROM, 'x-automation-webhook-signature': WEBHOOK_SECRET }
    const answer = await app.anonymous.post(`${WEBHOOKS}receiver/`, { id: 1, status: 'successful' }, headers)
    return { answer, action: 'webhook_receive', by: { username: 'anonymous', id: null }, target: answer.body.event_id }
  },
  'POST /api/automation/webhooks/test/': async () => {
    const answer = await admin.post(`${WEBHOOKS}test/`, {}, FROM)
    return { answer, action: 'webhook_test', by: admin, target: answer.body.event_id }
  },
}

walkAuditLog(automationFeature, SCENARIOS)
