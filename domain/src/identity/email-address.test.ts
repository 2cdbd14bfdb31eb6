import { describe, expect, it } from 'vitest'
import { isEmailAddress, isOneRecipient } from './email-address.ts'

describe('an e-mail address', () => {
  it.each([
    'ada@example.org',
    'admin@localhost',
    "o'neil+news@sub.example.org",
    'A.B@EXAMPLE.org',
    `${'a'.repeat(242)}@example.org`,
  ])('may be %j', (text) => {
    expect([isEmailAddress(text), isOneRecipient(text)]).toEqual([true, true])
  })

  it.each([
    '',
    'ada',
    '@example.org',
    'ada@',
    'ada@ example.org',
    'ada@example.org\n',
    'ada@b@example.org',
    'Ada <ada@example.org>',
    'ada@example.org, eve@example.org',
    'ada@example.org\r\nBcc: eve@example.org',
    `${'a'.repeat(243)}@example.org`,
  ])('is not %j', (text) => {
    expect([isEmailAddress(text), isOneRecipient(text)]).toEqual([false, false])
  })

  it.each(['ada@-example.org', 'ada@example..org', 'ada@example.org.'])('of an account is not %j', (text) => {
    expect(isEmailAddress(text)).toBe(false)
  })

  it('beyond ASCII receives mail, but no account can be given one', () => {
    expect([isOneRecipient('jörg@bücher.example'), isEmailAddress('jörg@bücher.example')]).toEqual([true, false])
  })
})
