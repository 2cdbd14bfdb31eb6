import { AutomationFailure } from './automation-failure.ts'

/** An answer as read, before anybody looks at its status. */
export type AutomationAnswer = {
  readonly status: number
  readonly contentType: string
  /** Where a redirect leads, for people. */
  readonly location: string
  /** What the server says about an error, for people. */
  readonly words: string | undefined
  readonly body: Uint8Array
}

/** Throws unless the server did what it was asked. */
export function checkStatus(answer: AutomationAnswer): void {
  const { status, words } = answer
  if (status >= 200 && status < 300) return
  if (status >= 300 && status < 400) throw new AutomationFailure('refused', redirectMessage(answer), status)
  // A proxy gave up waiting for us: whether it passed on what it had is unknown.
  if (status >= 500 || status === 408) throw new AutomationFailure('lost_answer', words ?? faultMessage(status), status)
  if (status === 401)
    throw new AutomationFailure(
      'unauthorized',
      `${NOT_ACCEPTED}${words === undefined ? '' : ` It answered: ${words}`}`,
      401,
    )
  // A page of a proxy says nothing about the object.
  if (status === 404 && words !== undefined) throw new AutomationFailure('not_found', words, 404)
  throw new AutomationFailure('refused', words ?? refusalMessage(status), status)
}

/** The JSON of an answer whose status was checked. */
export function readJson(answer: AutomationAnswer): unknown {
  checkStatus(answer)
  try {
    return JSON.parse(new TextDecoder().decode(answer.body))
  } catch {
    throw new AutomationFailure(
      'lost_answer',
      isPage(answer) ? A_PAGE : 'The answer of the automation server is cut off or unreadable.',
      answer.status,
    )
  }
}

/** A sign-on in front of the server answers its page with 200. */
export function isPage({ contentType, body }: Pick<AutomationAnswer, 'contentType' | 'body'>): boolean {
  return contentType.startsWith('text/html') || /^\s*</.test(new TextDecoder('latin1').decode(body.subarray(0, 100)))
}

export const A_PAGE =
  'The address answered with a web page instead of data: perhaps a sign-on guards the automation server.'

// The server has the same words for a wrong token, an expired one and none at all.
const NOT_ACCEPTED = 'The automation server did not accept the credentials: they are wrong, expired or revoked.'

function redirectMessage({ status, location }: AutomationAnswer): string {
  const to = location === '' ? '' : ` to ${location}`
  return `The address answers with a redirect (HTTP ${status})${to}, which is not followed. Enter the automation server's own address.`
}

function faultMessage(status: number): string {
  const who =
    status >= 502 && status <= 504 ? 'The web server in front of the automation server' : 'The automation server'
  return `${who} answered HTTP ${status}: it is overloaded, restarting or broken.`
}

function refusalMessage(status: number): string {
  if (status === 413) return 'The request is too large for the web server in front of the automation server (HTTP 413).'
  if (status === 429)
    return 'The web server in front of the automation server refused the request: too many requests (HTTP 429).'
  return `The web server refused the request (HTTP ${status}) without a readable reason.`
}
