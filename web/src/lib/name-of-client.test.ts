import { expect, it } from 'vitest'
import { nameOfClient } from './name-of-client.ts'

it.each([
  ['Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0', 'Firefox on Linux'],
  ['Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/131.0 Safari/537.36 Edg/131.0', 'Edge on Windows'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15) AppleWebKit/605 Version/17 Safari/605', 'Safari on macOS'],
  ['curl/8.5.0', 'curl/8.5.0'],
  ['node', 'node'],
  ['', undefined],
  [null, undefined],
])('%j is %j', (userAgent, name) => {
  expect(nameOfClient(userAgent)).toBe(name)
})
