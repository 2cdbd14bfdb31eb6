import type { FastifyRequest } from 'fastify'

/**
 * Where the page is that sent a request: from this origin, from another one, or unknown, because no browser sent it.
 * Browsers say so in `Sec-Fetch-Site`, except to plain http on a name that is no loopback: there they name the origin.
 */
export function callingPage(
  { headers, protocol, host }: Pick<FastifyRequest, 'headers' | 'protocol' | 'host'>,
  publicUrl: string | undefined,
): 'own' | 'foreign' | 'unknown' {
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin' ? 'own' : 'foreign'
  if (headers.origin === undefined) return 'unknown'
  const own = [`${protocol}://${host}`, publicUrl ?? ''].map((url) => URL.parse(url)?.origin)
  return own.includes(headers.origin) ? 'own' : 'foreign'
}
