import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { pino } from 'pino'
import { afterEach, describe, expect, it } from 'vitest'
import { type SmtpServerSetup, startSmtpServer, type TestSmtpServer } from '../../testing/smtp-server.ts'
import { Secret } from '../secrets/secret.ts'
import { openMailer, type Mailer } from './mailer.ts'

const mail = {
  id: '0198c0de-0000-7000-8000-000000000001',
  to: 'ada@example.org',
  subject: 'Zürich — reset your password',
  text: 'Grüße, open https://heddle.example.org/reset/?a=1&token=s3cret\n\n.\nwithin an hour. ' + 'x'.repeat(200),
  html: '<p>Grüße</p>',
}
const PASSWORD = 'p@ss w%rd/?'
const silent = pino({ level: 'silent' })
const opened: { close: () => unknown }[] = []

afterEach(async () => {
  for (const { close } of opened.splice(0)) await close()
})

async function open(smtpUrl: string, logger = silent): Promise<Mailer> {
  const mailer = await openMailer({ smtpUrl: new Secret(smtpUrl), from: 'Heddle <heddle@example.org>' }, logger)
  opened.push(mailer)
  return mailer
}

async function start(setup: SmtpServerSetup = {}): Promise<{ server: TestSmtpServer; mailer: Mailer }> {
  const server = await startSmtpServer(setup)
  opened.push({ close: server.stop })
  return { server, mailer: await open(server.url) }
}

const withLogin = (url: string, password: string) => url.replace('//', `//heddle:${encodeURIComponent(password)}@`)

describe('a mail', () => {
  it('arrives with its text, HTML, subject and sender', async () => {
    const { server, mailer } = await start()

    const result = await mailer.send(mail)

    expect(result).toEqual({ ok: true })
    expect(await server.nextMail()).toMatchObject({
      from: 'heddle@example.org',
      to: ['ada@example.org'],
      subject: mail.subject,
      text: mail.text,
      html: mail.html,
      overTls: false,
    })
    expect(server.mails[0]?.headers.get('from')).toBe('Heddle <heddle@example.org>')
    expect(server.mails[0]?.headers.get('auto-submitted')).toBe('auto-generated')
  })

  it('has the same Message-ID when it is sent again', async () => {
    const { server, mailer } = await start()

    await mailer.send(mail)
    await mailer.send(mail)

    expect(server.mails.map(({ messageId }) => messageId)).toEqual([
      `<${mail.id}@example.org>`,
      `<${mail.id}@example.org>`,
    ])
  })

  it('cannot inject a header through its subject', async () => {
    const { server, mailer } = await start()

    await mailer.send({ ...mail, subject: 'Hello\r\nBcc: eve@example.org\r\n\r\nbody' })

    const received = await server.nextMail()
    expect(received.subject).toBe('Hello Bcc: eve@example.org body')
    expect(received.headers.has('bcc')).toBe(false)
    expect(received).toMatchObject({ to: ['ada@example.org'], text: mail.text })
  })

  it.each([
    'ada@example.org, eve@example.org',
    'ada@example.org\r\nBcc: eve@example.org',
    'Ada <ada@example.org>',
    'team: ada@example.org, eve@example.org;',
    '"eve@example.org, "@example.org',
    'ada@example.org>\r\nRCPT TO:<eve@example.org',
    'ada',
    '@example.org',
    '',
    `${'a'.repeat(250)}@example.org`,
  ])('is permanently refused for %j, which is not one address', async (to) => {
    const { server, mailer } = await start()

    const result = await mailer.send({ ...mail, to })

    expect(result).toEqual({ ok: false, permanent: true, reason: 'not a mail address' })
    expect(server.mails).toEqual([])
  })

  it('is sent to an address whose domain uses another alphabet', async () => {
    const { server, mailer } = await start()

    const result = await mailer.send({ ...mail, to: 'ada@zürich.example' })

    expect(result).toEqual({ ok: true })
    expect(server.mails[0]?.to).toEqual(['ada@zürich.example'])
  })

  it('does not read its text from a file', async () => {
    const { mailer } = await start()

    const result = await mailer.send({ ...mail, text: { path: '/etc/hostname' } as never })

    expect(result).toMatchObject({ ok: false, reason: expect.stringContaining('EFILEACCESS') })
  })
})

describe('a failure', () => {
  it('is permanent for an unknown recipient, and reveals nothing of the mail', async () => {
    const { mailer } = await start({ refuse: (address) => address === mail.to })

    const result = await mailer.send(mail)

    expect(result).toEqual({ ok: false, permanent: true, reason: 'EENVELOPE 550' })
  })

  it('is temporary when the server says so', async () => {
    const { server, mailer } = await start({ failTimes: 1 })

    const first = await mailer.send(mail)
    const second = await mailer.send(mail)

    expect(first).toEqual({ ok: false, permanent: false, reason: 'EENVELOPE 451' })
    expect(second).toEqual({ ok: true })
    expect(server.mails).toHaveLength(1)
  })

  it('to log in is temporary, because the operator can fix it, and does not reveal the password', async () => {
    const { server } = await start({ auth: { user: 'heddle', password: PASSWORD } })

    const result = await (await open(withLogin(server.url, 'wrong-one'))).send(mail)

    expect(result).toEqual({ ok: false, permanent: false, reason: 'EAUTH 535' })
  })

  it('to connect is temporary', async () => {
    const { server, mailer } = await start()
    await server.stop()
    opened.shift()

    const result = await mailer.send(mail)

    expect(result).toEqual({ ok: false, permanent: false, reason: 'ESOCKET ECONNREFUSED' })
  })

  it('of the connection in mid-session is temporary', async () => {
    const rude = createServer((socket) => socket.on('data', () => socket.destroy()).write('220 hello\r\n')).listen(
      0,
      '127.0.0.1',
    )
    opened.push({ close: () => rude.close() })
    await once(rude, 'listening')

    const result = await (await open(`smtp://127.0.0.1:${(rude.address() as AddressInfo).port}`)).send(mail)

    expect(result).toMatchObject({ ok: false, permanent: false })
  })

  it('is returned at once when sending is aborted', async () => {
    const reached = Promise.withResolvers<void>()
    const { mailer } = await start({
      beforeAccept: () => {
        reached.resolve()
        return new Promise(() => undefined)
      },
    })
    const abort = new AbortController()

    const sending = mailer.send(mail, abort.signal)
    await reached.promise
    abort.abort(new Error('the process stops'))

    expect(await sending).toEqual({ ok: false, permanent: false, reason: 'EABORT' })
  })
})

describe('the connection', () => {
  it('logs in with the name and password of the URL', async () => {
    const { server } = await start({ auth: { user: 'heddle', password: PASSWORD } })

    const result = await (await open(withLogin(server.url, PASSWORD))).send(mail)

    expect(result).toEqual({ ok: true })
  })

  it('is encrypted when the server offers it, if the certificate is accepted', async () => {
    const { server, mailer } = await start({ startTls: true })

    const refused = await mailer.send(mail)
    const accepted = await (await open(`${server.url}?tls.rejectUnauthorized=false`)).send(mail)

    expect(refused).toMatchObject({
      ok: false,
      permanent: false,
      reason: expect.stringMatching(/^(ESOCKET|ETLS) \w*CERT\w*$/),
    })
    expect(accepted).toEqual({ ok: true })
    expect(server.mails.map(({ overTls }) => overTls)).toEqual([true])
  })

  it('is not opened unencrypted when the URL requires TLS', async () => {
    const { server } = await start()

    const result = await (await open(`${server.url}?requireTLS=true`)).send(mail)

    expect(result).toMatchObject({ ok: false, permanent: false })
    expect(server.mails).toEqual([])
  })

  it('cannot be replaced or logged by a URL option', async () => {
    const { server } = await start()

    const result = await (await open(`${server.url}?jsonTransport=true&logger=true&debug=true&pool=true`)).send(mail)

    expect(result).toEqual({ ok: true })
    expect(server.mails).toHaveLength(1)
  })
})

describe('without a mail server', () => {
  it('a mail is logged and counts as sent', async () => {
    const lines: string[] = []
    const logger = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) })

    const result = await (await openMailer(undefined, logger)).send(mail)

    expect(result).toEqual({ ok: true })
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { level: 30, mail: { to: mail.to, subject: mail.subject, text: mail.text } },
    ])
    expect(lines.join('')).not.toContain(mail.html)
  })
})
