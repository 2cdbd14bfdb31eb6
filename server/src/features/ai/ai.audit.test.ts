import { expect, it } from 'vitest'
import { admin, app, FROM, newPassword, newUser, own, type Scenario } from '../../testing/audit-walk/walk.ts'
import { walkAuditLog } from '../../testing/audit-walk/walk-audit-log.ts'
import { aiFeature } from './index.ts'

const OWN = '/api/ai/provider/'
const body = () => ({ provider: 'openai', base_url: 'http://127.0.0.1:9', api_key: newPassword() })

const SCENARIOS: Readonly<Record<string, Scenario>> = {
  'PUT /api/ai/provider/': own('ai_provider_update', (user) => user.put(OWN, body(), FROM)),
  'DELETE /api/ai/provider/': own('ai_provider_delete', async (user) => {
    await user.put(OWN, body(), FROM)
    return user.delete(OWN, FROM)
  }),
  'POST /api/ai/provider/test/': async () => {
    const user = await newUser()
    return {
      answer: await user.post(`${OWN}test/`, body(), FROM),
      action: 'ai_provider_test',
      by: user,
      target: 'openai',
    }
  },
  'PATCH /api/ai/settings/': async () => ({
    answer: await admin.patch(
      '/api/ai/settings/',
      { platform_default_provider: 'openai', platform_base_url: 'http://127.0.0.1:9', platform_api_key: newPassword() },
      FROM,
    ),
    action: 'ai_settings_update',
    by: admin,
    target: 'platform',
  }),
}

walkAuditLog(aiFeature, SCENARIOS, {
  tests: () =>
    it('shows what was changed, and that a key was sent', async () => {
      await admin.patch('/api/ai/settings/', { verbosity: 'concise', platform_api_key: newPassword() })

      const [{ id }] = (await app.admin.get('/api/audit/logs/?page_size=1')).body.results
      const { body: entry } = await app.admin.get(`/api/audit/logs/${id}/`)
      expect(entry.description).toBe('The AI settings were changed: platform_api_key, verbosity')
      expect(entry.content).toMatchObject({
        before: { verbosity: 'normal', has_platform_api_key: true },
        after: { verbosity: 'concise', has_platform_api_key: true },
        is_key_sent: true,
      })
    }),
})
