import type { Socket } from 'node:net'
import { pino } from 'pino'
import { expect, it } from 'vitest'
import { Secret } from '../secrets/secret.ts'
import { createDirectory } from './directory.ts'
import { MOST_RECEIVED_BYTES } from './directory-connection.ts'
import { entry, referral, type Request, result, startScriptedDirectory } from './testing/scripted-directory.ts'

const DN = 'CN=Alice,DC=example'
const TIMEOUT_MS = 200

/** The first connection is the service account's, the second the user's. */
const isUserBind = ({ operation, connection }: Request): boolean => operation === 'bind' && connection === 2

/** Finds Alice for any filter and accepts any password, unless the script says otherwise. */
function usual(request: Request): Buffer | undefined {
  if (request.operation === 'unbind') return undefined
  if (request.operation === 'search')
    return Buffer.concat([entry(request, DN, { sAMAccountName: ['alice'] }), result(request)])
  return result(request)
}

function signIn(url: string, changes: { startTls?: boolean; groupBase?: string; timeoutMs?: number } = {}) {
  const directory = createDirectory({
    url,
    bind: { dn: 'cn=reader', password: new Secret('reader-secret') },
    userBase: 'dc=example',
    userFilter: '(sAMAccountName={username})',
    groupBase: undefined,
    startTls: false,
    caFile: undefined,
    logger: pino({ level: 'silent' }),
    timeoutMs: TIMEOUT_MS,
    ...changes,
  })
  return directory.authenticate('Alice', 'alice-secret')
}

it.each([
  [
    'a locked account',
    49,
    '80090308: LdapErr: DSID-0C09, comment: AcceptSecurityContext error, data 775, v4563',
    'InvalidCredentials 49, data 775',
  ],
  [
    'a wrong password',
    49,
    '80090308: LdapErr: DSID-0C09, comment: AcceptSecurityContext error, data 52e, v4563',
    'InvalidCredentials 49, data 52e',
  ],
  ['a disabled account', 53, 'Account inactivated. Contact system administrator.', 'UnwillingToPerform 53'],
  ['an account without a password', 48, '', 'InappropriateAuth 48'],
  ['too many attempts', 19, 'Exceed password retry limit. Please try later.', 'ConstraintViolation 19'],
])('reports %s as wrong credentials and keeps the code for the log', async (_what, code, message, detail) => {
  const server = await startScriptedDirectory((request) =>
    isUserBind(request) ? result(request, code, message) : usual(request),
  )

  const answer = await signIn(server.url)

  expect(answer).toEqual({ ok: false, reason: 'credentials', detail: `user bind: ${detail}` })
})

it.each([
  ['is busy', 51, 'Busy 51'],
  ['requires encryption', 13, 'ConfidentialityRequired 13'],
  ['sends a referral', 10, /^\w+ 10$/],
])('is unavailable when the user bind says that it %s', async (_what, code, detail) => {
  const server = await startScriptedDirectory((request) =>
    isUserBind(request) ? result(request, code, 'alice-secret') : usual(request),
  )

  const answer = await signIn(server.url)

  expect(answer).toMatchObject({ ok: false, reason: 'unavailable' })
  expect(answer.ok ? '' : answer.detail.replace('user bind: ', '')).toMatch(detail)
})

it('reads attribute names in any case, binary values and ranged lists, and follows no referral', async () => {
  const long = 'x'.repeat(200_000)
  const attributes = {
    samaccountname: ['alice'],
    MAIL: [Buffer.from([0x61, 0xff, 0x00, 0x62])],
    'givenName;lang-de': ['Aliz'],
    givenname: ['Al\0ice\n'],
    sn: [long],
    'memberOf;range=0-1': ['CN=One,DC=example', 'cn=one, dc=example'],
    jpegPhoto: [Buffer.alloc(70_000, 0xff)],
  }
  const server = await startScriptedDirectory((request) =>
    request.operation === 'search'
      ? Buffer.concat([
          referral(request, 'ldap://127.0.0.1:1/dc=other'),
          entry(request, DN, attributes),
          result(request),
        ])
      : usual(request),
  )

  const answer = await signIn(server.url)

  expect(answer).toEqual({
    ok: true,
    user: {
      dn: DN,
      username: 'alice',
      email: 'a\ufffdb',
      firstName: 'Alice',
      lastName: long,
      groupDns: ['CN=One,DC=example'],
    },
  })
})

it('rejects an entry without a DN, because a bind without a name would succeed with any password', async () => {
  const server = await startScriptedDirectory((request) =>
    request.operation === 'search' ? Buffer.concat([entry(request, '', {}), result(request)]) : usual(request),
  )

  const answer = await signIn(server.url)

  expect(answer).toMatchObject({ ok: false, reason: 'credentials' })
})

it('takes as long for an unknown name as for a wrong password, by binding with a name that does not exist', async () => {
  const server = await startScriptedDirectory((request) =>
    request.operation === 'search' ? result(request) : usual(request),
  )

  const answer = await signIn(server.url)

  expect(answer).toEqual({ ok: false, reason: 'credentials', detail: 'user search: no entry' })
  expect(server.requests.filter(isUserBind)).toHaveLength(1)
})

it('unbinds both connections', async () => {
  const server = await startScriptedDirectory(usual)

  const answer = await signIn(server.url)
  await server.allClosed()

  expect(answer.ok).toBe(true)
  const spoken = (connection: number) =>
    server.requests.filter((request) => request.connection === connection).map((request) => request.operation)
  expect([spoken(1), spoken(2)]).toEqual([
    ['bind', 'search', 'unbind'],
    ['bind', 'unbind'],
  ])
})

it.each([
  ['accepts connections and never answers', 'bind', false, 'service bind: timed out'],
  ['stops answering at the search', 'search', false, 'user search: timed out'],
  ['never answers StartTLS', 'extended', true, 'StartTLS: timed out'],
  ['agrees to StartTLS and then stops answering', 'nothing', true, 'sign-in: timed out'],
])('is unavailable in time when it %s', async (_what, silentAt, startTls, detail) => {
  const server = await startScriptedDirectory((request) => {
    const answers = request.operation !== silentAt && request.operation !== 'other'
    return answers ? usual(request) : undefined
  })
  const start = performance.now()

  const answer = await signIn(server.url, { startTls })
  const tookMs = performance.now() - start
  await server.allClosed()

  expect(answer).toEqual({ ok: false, reason: 'unavailable', detail })
  expect(tookMs).toBeLessThan(2 * TIMEOUT_MS + 1_000)
})

it('gives up on a directory that is slow at every step', async () => {
  const server = await startScriptedDirectory((request, socket) => {
    const reply = usual(request)
    if (reply) setTimeout(() => socket.write(reply), TIMEOUT_MS * 0.8)
    return undefined
  })

  const answer = await signIn(server.url)
  await server.allClosed()

  expect(answer).toEqual({ ok: false, reason: 'unavailable', detail: 'sign-in: timed out' })
})

it('does not reconnect without a bind when the connection is lost', async () => {
  let service: Socket | undefined
  const server = await startScriptedDirectory((request, socket) => {
    service ??= socket
    if (!isUserBind(request)) return usual(request)
    service.on('close', () => socket.write(result(request))).end()
    return undefined
  })

  const answer = await signIn(server.url, { groupBase: 'ou=groups' })

  expect(answer).toEqual({ ok: false, reason: 'unavailable', detail: 'connection lost' })
  expect(server.connections()).toBe(2)
})

it('rejects data that arrived before the StartTLS handshake', async () => {
  const server = await startScriptedDirectory((request) =>
    request.operation === 'extended'
      ? Buffer.concat([result(request), result({ ...request, operation: 'bind', id: request.id + 1 }).subarray(0, 9)])
      : usual(request),
  )

  const answer = await signIn(server.url, { startTls: true })

  expect(answer).toEqual({ ok: false, reason: 'unavailable', detail: 'StartTLS: data before the handshake' })
})

it('is unavailable when the response is not LDAP', async () => {
  const server = await startScriptedDirectory(() => Buffer.from('HTTP/1.1 400 Bad Request\r\n\r\n'))

  const answer = await signIn(server.url)

  expect(answer).toMatchObject({ ok: false, reason: 'unavailable' })
})

it('reads no more of a message without end than it has to', async () => {
  const chunk = Buffer.alloc(64 * 1024)
  let sentBytes = 0
  const pour = (socket: Socket): void => {
    while (!socket.destroyed && sentBytes < 20 * MOST_RECEIVED_BYTES) {
      sentBytes += chunk.length
      if (!socket.write(chunk)) return void socket.once('drain', () => pour(socket))
    }
  }
  const server = await startScriptedDirectory((request, socket) => {
    if (request.operation !== 'search') return usual(request)
    // A message that announces two gigabytes.
    socket.write(Buffer.from([0x30, 0x84, 0x7f, 0xff, 0xff, 0xff]))
    pour(socket)
    return undefined
  })

  const answer = await signIn(server.url, { timeoutMs: 30_000 })

  expect(answer).toMatchObject({ ok: false, reason: 'unavailable' })
  // What sockets hold on both sides comes on top.
  expect(sentBytes).toBeLessThan(5 * MOST_RECEIVED_BYTES)
})
