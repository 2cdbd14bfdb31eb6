import { describe, expect, it } from 'vitest'
import { maskSecrets } from './mask-secrets.ts'

describe('maskSecrets', () => {
  it.each([
    ['password', { password: 'hunter2' }, { password: '***' }],
    ['old_password', { old_password: 'a', new_password: 'b' }, { old_password: '***', new_password: '***' }],
    ['oauth_token, nested', { a: [{ oauth_token: 'x' }] }, { a: [{ oauth_token: '***' }] }],
    ['api keys', { api_key: 'x', apiKey: 'y', platform_api_key: 'z' }, { api_key: '***', apiKey: '***', platform_api_key: '***' }],
    ['a list of codes', { backup_codes: ['AAAA-BBBB'] }, { backup_codes: '***' }],
    ['a one-time code', { code: '123456' }, { code: '***' }],
    ['headers', { headers: { Authorization: 'Bearer x', Cookie: 'y' } }, { headers: { Authorization: '***', Cookie: '***' } }],
  ])('masks %s', (_name, value, expected) => {
    expect(maskSecrets(value)).toEqual(expected)
  })

  it('keeps flags, empty values and everything else', () => {
    const value = { token_configured: true, has_api_key: false, password: '', name: 'web', list: [1, null, 'x'], at: new Date(0) }

    expect(maskSecrets(value)).toEqual(value)
  })
})
