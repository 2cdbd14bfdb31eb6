import type { FastifyRequest } from 'fastify'

export type Bases = {
  /** What the operator says that clients see. */
  readonly publicUrl: string | undefined
  /** What links in mails begin with; used if the client's words about the host make no sense. */
  readonly ownUrl: string
}

/**
 * The absolute URL as the client sees it, for links in bodies only. Without PUBLIC_URL the host is the client's own
 * word: it must never reach a header, a mail or another client.
 */
export function requestUrl(
  request: Pick<FastifyRequest, 'url' | 'protocol' | 'host'>,
  { publicUrl, ownUrl }: Bases,
): URL {
  const base = publicUrl ?? hostOfRequest(request) ?? ownUrl
  // A proxy may send the whole URL in the request line: only its path counts.
  const asked = URL.parse(request.url, 'http://host')
  return new URL(asked ? `${asked.pathname}${asked.search}` : '/', base)
}

function hostOfRequest({ protocol, host }: Pick<FastifyRequest, 'protocol' | 'host'>): string | undefined {
  const url = URL.parse(`${protocol}://${host}`)
  // Nothing but a host: no path, no credentials.
  const isHost = url !== null && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`
  return isHost ? url.origin : undefined
}
