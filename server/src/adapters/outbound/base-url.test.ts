import { describe, expect, it } from 'vitest'
import { parseBaseUrl } from './base-url.ts'

describe('the URL of a web server', () => {
  it.each([
    ['https://awx.example', 'https://awx.example', 'awx.example', ''],
    ['  https://AWX.example:8443/ ', 'https://awx.example:8443', 'awx.example', ''],
    ['http://10.0.0.1/tools/awx/', 'http://10.0.0.1', '10.0.0.1', '/tools/awx'],
    ['https://[2001:db8::1]:443/a', 'https://[2001:db8::1]', '2001:db8::1', '/a'],
    ['https://x/a/../b', 'https://x', 'x', '/b'],
    ['https://x/@a', 'https://x', 'x', '/@a'],
  ])('%s is %s, host %s, path %s', (text, origin, hostname, path) => {
    expect(parseBaseUrl(text)).toEqual({ ok: true, origin, hostname, path })
  })

  it.each([
    'awx.example',
    'ftp://x',
    'https://',
    'https:///x',
    'https://a b',
    'https://x:0',
    'https://a%2eb',
    'https://x\\y',
    'file:///etc',
    '',
  ])('refuses %s and says what it expects', (text) => {
    expect(parseBaseUrl(text)).toEqual({ ok: false, message: expect.stringContaining('expected an http://') })
  })

  it.each(['https://user:secret@x', 'https://user@x/', 'https://s@cret:x@host/path'])(
    'refuses the credentials in %s without repeating them',
    (text) => {
      const parsed = parseBaseUrl(text)

      expect(parsed).toEqual({ ok: false, message: 'The URL must not contain a user name or password.' })
    },
  )

  it.each(['https://x/?a=1', 'https://x#top', 'https://x/a?', 'https://x?token=1'])(
    'refuses the query or fragment of %s',
    (text) => {
      expect(parseBaseUrl(text)).toEqual({ ok: false, message: 'The URL must have neither a query nor a fragment.' })
    },
  )
})
