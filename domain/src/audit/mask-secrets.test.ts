import { describe, expect, it } from 'vitest'
import { maskSecrets } from './mask-secrets.ts'

describe('maskSecrets', () => {
  it.each([
    ['password', { password: 'hunter2' }, { password: '***' }],
    ['old_password', { old_password: 'a', new_password: 'b' }, { old_password: '***', new_password: '***' }],
    ['oauth_token, nested', { a: [{ oauth_token: 'x' }] }, { a: [{ oauth_token: '***' }] }],
    [
      'api keys',
      { api_key: 'x', apiKey: 'y', platform_api_key: 'z' },
      { api_key: '***', apiKey: '***', platform_api_key: '***' },
    ],
    ['a list of codes', { backup_codes: ['AAAA-BBBB'] }, { backup_codes: '***' }],
    ['a one-time code', { code: '123456' }, { code: '***' }],
    [
      "the controller's own word",
      { variables: { pwd: 'x', adminPwd: 'y' } },
      { variables: { pwd: '***', adminPwd: '***' } },
    ],
    ['pass and psk', { pass: 'x', psk: 'y', wpaPsk: 'z' }, { pass: '***', psk: '***', wpaPsk: '***' }],
    ['PINs, even as numbers', { pin: 1234, sim_pin: '0000', simPin: 7 }, { pin: '***', sim_pin: '***', simPin: '***' }],
    [
      'whatever ends in key',
      { key: 'a', sshKey: 'b', PSKKEY: 'c', md5_key: 'd' },
      { key: '***', sshKey: '***', PSKKEY: '***', md5_key: '***' },
    ],
    ['communities', { community: 'public', snmpCommunityName: 'x' }, { community: '***', snmpCommunityName: '***' }],
    [
      'headers',
      { headers: { Authorization: 'Bearer x', Cookie: 'y' } },
      { headers: { Authorization: '***', Cookie: '***' } },
    ],
  ])('masks %s', (_name, value, expected) => {
    expect(maskSecrets(value)).toEqual(expected)
  })

  it('keeps flags, empty values and everything else', () => {
    const value = {
      token_configured: true,
      has_api_key: false,
      password: '',
      pin: true,
      spine: 'spine-1',
      spin: 'left',
      mapping: 'm',
      bypass: 'on',
      monkey: 'see',
      version_key: '6.1(1f)',
      key_strategy: 'dn',
      name: 'web',
      list: [1, null, 'x'],
      at: new Date(0),
    }

    expect(maskSecrets(value)).toEqual(value)
  })
})
