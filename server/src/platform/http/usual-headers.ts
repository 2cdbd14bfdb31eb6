import helmet from 'helmet'
import { IncomingMessage, type OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { Socket } from 'node:net'

/**
 * The headers of every response. Responses are data: nothing in them may be loaded, run, framed, sniffed or cached. The
 * documentation pages set their own policy.
 */
export const USUAL_HEADERS: Readonly<OutgoingHttpHeaders> = { ...protectiveHeaders(), 'cache-control': 'no-store' }

/** Collected once, because some responses are written before there is anything to set a header on. */
function protectiveHeaders(): OutgoingHttpHeaders {
  const protect = helmet({
    frameguard: { action: 'deny' },
    referrerPolicy: { policy: 'no-referrer' },
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { defaultSrc: ["'none'"], baseUri: ["'none'"], frameAncestors: ["'none'"] },
    },
  })
  const request = new IncomingMessage(new Socket())
  const response = new ServerResponse(request)
  protect(request, response, () => undefined)
  return response.getHeaders()
}
