import type { IncomingMessage } from 'node:http'

/** Every value of the session cookie, in the order sent. */
export function sessionCookies(request: IncomingMessage): string[] {
  const cookies = (request.headers.cookie ?? '').split(';').map((cookie) => cookie.trim())
  return cookies.filter((cookie) => /^APIC-cookie=/i.test(cookie)).map((cookie) => cookie.slice('APIC-cookie='.length))
}
