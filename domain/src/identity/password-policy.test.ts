import { describe, expect, it } from 'vitest'
import { passwordFaults } from './password-policy.ts'

const context = {
  username: 'wanda.weaver',
  email: 'wanda@example.org',
  isCommon: async (password: string) => password === 'qwertyuiop',
}

describe('passwordFaults', () => {
  it.each(['a quiet loom', 'ÄÖÜäöüß€€€', 'correct horse battery', 'x1!'.repeat(300)])(
    'accepts the password %j',
    async (password) => {
      expect(await passwordFaults(password, context)).toEqual([])
    },
  )

  it.each<[string, RegExp]>([
    ['short', /at least 10/],
    ['wanda.weaver', /username or the e-mail/],
    ['WANDA.Weaver', /username or the e-mail/],
    ['wanda@example.org', /username or the e-mail/],
    ['QWERTYuiop', /common/],
    ['aaaaaaaaaaaa', /common/],
    ['x'.repeat(1025), /at most 1024/],
  ])('rejects the password %j', async (password, expected) => {
    expect((await passwordFaults(password, context)).join(' ')).toMatch(expected)
  })

  it('counts characters, not UTF-16 code units', async () => {
    expect((await passwordFaults('🧵🧶🪡🧣🧤', context)).join()).toContain('got 5')
  })

  it('lists every password error at once', async () => {
    expect(await passwordFaults('aaa', { ...context, username: 'aaa' })).toHaveLength(3)
  })
})
