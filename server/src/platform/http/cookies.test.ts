import { describe, expect, it } from 'vitest'
import { cookieName } from './cookies.ts'

describe('the name of a cookie', () => {
  it.each<[string, string, 'http' | 'https', string | undefined, string]>([
    ['an address with a port', 'fabric.example.org:8120', 'http', undefined, 'session_8120'],
    ['the usual port', 'fabric.example.org', 'https', undefined, 'session'],
    ['the usual port, written out', 'fabric.example.org:443', 'https', undefined, 'session'],
    ['a proxy that hides the address', '10.0.0.7:8000', 'http', 'https://fabric.example.org', 'session'],
    ['a proxy at another port', '10.0.0.7:8000', 'http', 'https://fabric.example.org:8443/', 'session_8443'],
    [
      'a copy with the public address of the original',
      'fabric.example.org:9000',
      'http',
      'https://fabric.example.org',
      'session_9000',
    ],
    ['IPv6', '[::1]:8120', 'http', undefined, 'session_8120'],
    ['no host at all', 'a b;c', 'http', undefined, 'session'],
  ])('has the port that browsers ask for: %s', (_, host, protocol, publicUrl, name) => {
    expect(cookieName('session', { protocol, host }, publicUrl)).toBe(name)
  })
})
