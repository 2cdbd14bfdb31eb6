import type { FastifyRequest } from 'fastify'

type Cookie = { readonly name: string; readonly value: string; readonly path: string; readonly maxAgeSeconds: number }

/** The first cookie of this name; undefined when there is none, or an empty one. */
export function readCookie({ headers }: Pick<FastifyRequest, 'headers'>, name: string): string | undefined {
  for (const pair of (headers.cookie ?? '').split(';')) {
    const [key, value] = pair.trim().split('=', 2)
    if (key === name && value !== '') return value
  }
  return undefined
}

/**
 * A cookie that no script reads and that no other site's page sends. Values are cookie characters already. A browser
 * deletes one with an age of 0.
 */
export function cookieHeader(
  { protocol }: Pick<FastifyRequest, 'protocol'>,
  { name, value, path, maxAgeSeconds }: Cookie,
): string {
  const secure = protocol === 'https' ? '; Secure' : ''
  return `${name}=${value}; Max-Age=${maxAgeSeconds}; Path=${path}; HttpOnly; SameSite=Strict${secure}`
}
