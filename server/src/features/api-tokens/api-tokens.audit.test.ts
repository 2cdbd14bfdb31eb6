import { expect, it } from 'vitest'
import type { Answer } from '../../testing/start-test-app.ts'
import { admin, app, expectOk, FROM, hush, newUser, type Scenario } from '../../testing/audit-walk/walk.ts'
import { newestEntries, walkAuditLog } from '../../testing/audit-walk/walk-audit-log.ts'
import { apiTokensFeature } from './index.ts'
import { TOKENS } from '../../testing/api-tokens/tokens.ts'

const EXPIRY = '2100-01-01T00:00:00Z'

async function hushed(sent: Promise<Answer>): Promise<Answer> {
  const answer = await expectOk(sent)
  hush(answer.body.token)
  return answer
}

const SCENARIOS: Readonly<Record<string, Scenario>> = {
  'POST /api/auth/tokens/': async () => {
    const user = await newUser()
    const answer = await hushed(user.post(TOKENS, { name: 'a script', permissions: [], expires_at: EXPIRY }, FROM))
    return { answer, action: 'api_token_create', by: user, target: answer.body.id }
  },
  'DELETE /api/auth/tokens/:id/': async () => {
    const { id } = (await hushed((await newUser()).post(TOKENS, { name: 'a script' }))).body
    return { answer: await admin.delete(`${TOKENS}${id}/`, FROM), action: 'api_token_delete', by: admin, target: id }
  },
}

walkAuditLog(apiTokensFeature, SCENARIOS, {
  tests: () =>
    it('names the token in the entries of what it does, and in those of what it may not do', async () => {
      const user = await newUser()
      const { token } = (await hushed(user.post(TOKENS, { name: 'nightly export' }))).body
      const byToken = app.as(token)

      await expectOk(byToken.patch('/api/auth/preferences/', { theme: 'dark' }, FROM))
      const refused = await byToken.post(
        '/api/auth/password/change/',
        { old_password: user.password, new_password: 'x' },
        FROM,
      )
      await expectOk(user.patch('/api/auth/preferences/', { theme: 'light' }, FROM))

      expect(refused.status).toBe(403)
      const own = { user_id: user.id, username: user.username }
      const metadata = { api_token: 'nightly export' }
      expect((await newestEntries()).slice(0, 3)).toMatchObject([
        { action: 'preferences_update', ...own, metadata: expect.not.objectContaining(metadata) },
        { action: 'access_deny', ...own, metadata },
        { action: 'preferences_update', ...own, metadata },
      ])
    }),
})
