import { EventEmitter, once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

export type ReceivedMail = {
  readonly from: string
  readonly to: readonly string[]
  readonly subject: string
  readonly text: string
  readonly html: string
  readonly messageId: string
  /** The whole header, unfolded. */
  readonly headers: ReadonlyMap<string, string>
  readonly overTls: boolean
}

export type SmtpServerSetup = {
  /** Requires this login. */
  readonly auth?: { readonly user: string; readonly password: string }
  /** Answers 451 to this many recipients first, like greylisting. */
  readonly failTimes?: number
  /** Answers 550 to these recipients. */
  readonly refuse?: (address: string) => boolean
  /** Offers STARTTLS with a self-signed certificate. */
  readonly startTls?: boolean
  /** Delays the acceptance of a mail. */
  readonly beforeAccept?: () => Promise<void>
}

export type TestSmtpServer = {
  readonly url: string
  readonly port: number
  readonly mails: readonly ReceivedMail[]
  /** The oldest mail not yet returned, as soon as there is one. Repeats, recognized by Message-ID, are left out. */
  readonly nextMail: () => Promise<ReceivedMail>
  readonly stop: () => Promise<void>
}

/** A mail server in this process that keeps the mails it receives. */
export async function startSmtpServer(setup: SmtpServerSetup = {}): Promise<TestSmtpServer> {
  const mails: ReceivedMail[] = []
  const arrivals = new EventEmitter()
  const server = new SMTPServer({
    ...refusals(setup),
    ...login(setup.auth),
    disabledCommands: [...(setup.startTls ? [] : ['STARTTLS']), ...(setup.auth ? [] : ['AUTH'])],
    disableReverseLookup: true,
    closeTimeout: 100,
    onData: (stream, { envelope, secure }, done) => {
      const receive = async (): Promise<void> => {
        const mail = parseMail((await buffer(stream)).toString('latin1'))
        await setup.beforeAccept?.()
        const from = envelope.mailFrom ? envelope.mailFrom.address : ''
        mails.push({ ...mail, from, to: envelope.rcptTo.map(({ address }) => address), overTls: secure })
        arrivals.emit('mail')
      }
      receive().then(() => done(), done)
    },
  })
  // Some tests disconnect in the middle.
  server.on('error', () => undefined)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.server.address() as AddressInfo
  const known = new Set<string>()
  let looked = 0
  return {
    url: `smtp://127.0.0.1:${port}`,
    port,
    mails,
    nextMail: async () => {
      for (;;) {
        const mail = mails[looked]
        if (!mail) await once(arrivals, 'mail')
        else {
          looked += 1
          // Moving the clock can end an attempt that is under way, so that a mail comes twice.
          const isRepeat = known.has(mail.messageId)
          known.add(mail.messageId)
          if (!isRepeat) return mail
        }
      }
    },
    stop: () => new Promise((resolve) => server.close(resolve)),
  }
}

function refusals({ failTimes = 0, refuse = () => false }: SmtpServerSetup): SMTPServerOptions {
  let failuresLeft = failTimes
  return {
    onRcptTo: ({ address }, _session, done) => {
      if (refuse(address)) done(reply(550, `no such user ${address}`))
      else if (failuresLeft > 0) {
        failuresLeft -= 1
        done(reply(451, `come back later, ${address}`))
      } else done()
    },
  }
}

function login(auth: SmtpServerSetup['auth']): SMTPServerOptions {
  if (!auth) return { authOptional: true }
  return {
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _session, done) => {
      if (username === auth.user && password === auth.password) done(null, { user: username })
      else done(reply(535, `wrong password for ${username}`))
    },
  }
}

const reply = (responseCode: number, message: string): Error => Object.assign(new Error(message), { responseCode })

type Entity = { readonly headers: ReadonlyMap<string, string>; readonly body: string }

/** The part of MIME that our mails use. The source has one character per byte. */
function parseMail(source: string): Pick<ReceivedMail, 'subject' | 'text' | 'html' | 'messageId' | 'headers'> {
  const entity = splitEntity(source)
  const parts = leavesOf(entity)
  const find = (type: string): string => {
    const part = parts.find(({ headers }) => headers.get('content-type')?.startsWith(type))
    return part ? decodeBody(part) : ''
  }
  const { headers } = entity
  return {
    headers,
    subject: decodeWords(headers.get('subject') ?? ''),
    text: find('text/plain'),
    html: find('text/html'),
    messageId: headers.get('message-id') ?? '',
  }
}

function splitEntity(source: string): Entity {
  const end = source.indexOf('\r\n\r\n')
  const lines = source
    .slice(0, end)
    .replaceAll(/\r\n[ \t]+/g, ' ')
    .split('\r\n')
  const headers = lines.map((line): [string, string] => [
    line.split(':', 1)[0]!.toLowerCase(),
    line.slice(line.indexOf(':') + 1).trim(),
  ])
  return { headers: new Map(headers), body: source.slice(end + 4) }
}

function leavesOf(entity: Entity): Entity[] {
  const boundary = /boundary="?(?<boundary>[^";]+)"?/.exec(entity.headers.get('content-type') ?? '')?.groups?.[
    'boundary'
  ]
  if (boundary === undefined) return [entity]
  const parts = `\r\n${entity.body}`.split(`\r\n--${boundary}`).slice(1, -1)
  return parts.flatMap((part) => leavesOf(splitEntity(part.slice(2))))
}

function decodeBody({ headers, body }: Entity): string {
  const encoding = headers.get('content-transfer-encoding')?.toLowerCase()
  const bytes =
    encoding === 'base64'
      ? Buffer.from(body, 'base64')
      : Buffer.from(encoding === 'quoted-printable' ? unquote(body) : body, 'latin1')
  return bytes.toString('utf8').replaceAll('\r\n', '\n').trimEnd()
}

const unquote = (text: string): string =>
  text
    .replaceAll(/=\r\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)))

/** `=?utf-8?B?…?=` and `=?utf-8?Q?…?=`; the space between two of them is not part of the text. */
function decodeWords(text: string): string {
  const decode = (_: string, kind: string, word: string): string =>
    (kind.toUpperCase() === 'B'
      ? Buffer.from(word, 'base64')
      : Buffer.from(unquote(word.replaceAll('_', ' ')), 'latin1')
    ).toString('utf8')
  return text.replaceAll(/\?=\s+=\?/g, '?==?').replaceAll(/=\?utf-8\?([BQ])\?([^?]*)\?=/gi, decode)
}
