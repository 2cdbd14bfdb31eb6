import type { FastifyRequest } from 'fastify'

type Cookie = {
  readonly name: string
  readonly value: string
  readonly path: string
  readonly maxAgeSeconds: number
  /** `Lax` where another site leads the browser back to us; `Strict` otherwise. */
  readonly sameSite?: 'Strict' | 'Lax'
  /** Scripts of our pages may read it: it must hold nothing worth reading. */
  readonly isReadable?: true
}

/**
 * A cookie's name at the address of the request. Browsers send cookies to every port of a host, so that without its
 * port two installations on one host would sign each other's users out. Where a proxy hides the host that the browser
 * asked for, the public address says it; the usual port goes without saying.
 */
export function cookieName(
  base: string,
  { protocol, host }: Pick<FastifyRequest, 'protocol' | 'host'>,
  publicUrl: string | undefined,
): string {
  const asked = URL.parse(`${protocol}://${host}`)
  const known = publicUrl === undefined ? null : URL.parse(publicUrl)
  const { port = '' } = (known && known.hostname !== asked?.hostname ? known : asked) ?? {}
  return port === '' ? base : `${base}_${port}`
}

/** The first cookie of this name; undefined when there is none, or an empty one. */
export function readCookie({ headers }: Pick<FastifyRequest, 'headers'>, name: string): string | undefined {
  for (const pair of (headers.cookie ?? '').split(';')) {
    const [key, value] = pair.trim().split('=', 2)
    if (key === name && value !== '') return value
  }
  return undefined
}

/**
 * A cookie that no script reads and that no other site's page sends, unless it is `Lax` and leads here. Values are
 * cookie characters already. A browser deletes one with an age of 0.
 */
export function cookieHeader(
  { protocol }: Pick<FastifyRequest, 'protocol'>,
  { name, value, path, maxAgeSeconds, sameSite = 'Strict', isReadable }: Cookie,
): string {
  const secure = protocol === 'https' ? '; Secure' : ''
  return `${name}=${value}; Max-Age=${maxAgeSeconds}; Path=${path}${isReadable ? '' : '; HttpOnly'}; SameSite=${sameSite}${secure}`
}
