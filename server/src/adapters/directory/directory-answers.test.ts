import type { Socket } from 'node:net'
import { pino } from 'pino'
import { expect, it } from 'vitest'
import { Secret } from '../secrets/secret.ts'
import { createDirectory } from './directory.ts'
import { entry, referral, type Request, result, startScriptedDirectory } from './testing/scripted-directory.ts'

const DN = 'CN=Alice,DC=example'
const TIMEOUT_MS = 200

/** The first connection is the service account's, the second the user's. */
const isUserBind = ({ operation, connection }: Request): boolean => operation === 'bind' && connection === 2

/** Finds Alice for any filter, and takes any password, unless the script says otherwise. */
function usual(request: Request): Buffer | undefined {
  if (request.operation === 'unbind') return undefined
  if (request.operation === 'search') return Buffer.concat([entry(request, DN, { sAMAccountName: ['alice'] }), result(request)])
  return result(request)
}

function signIn(url: string, changes: { startTls?: boolean; groupBase?: string } = {}) {
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
  ['an account switched off', 53, 'Account inactivated. Contact system administrator.', 'UnwillingToPerform 53'],
  ['an account without password', 48, '', 'InappropriateAuth 48'],
  ['too many attempts', 19, 'Exceed password retry limit. Please try later.', 'ConstraintViolation 19'],
])('takes %s for wrong credentials and keeps the code for the log', async (_what, code, message, detail) => {
  const server = await startScriptedDirectory((request) => (isUserBind(request) ? result(request, code, message) : usual(request)))

  const answer = await signIn(server.url)

  expect(answer).toEqual({ ok: false, reason: 'credentials', detail: `user bind: ${detail}` })
})

it.each([
  ['is busy', 51, 'Busy 51'],
  ['wants encryption', 13, 'ConfidentialityRequired 13'],
  ['sends elsewhere', 10, /^\w+ 10$/],
])('is unavailable when the user bind says that it %s', async (_what, code, detail) => {
  const server = await startScriptedDirectory((request) => (isUserBind(request) ? result(request, code, 'alice-secret') : usual(request)))

  const answer = await signIn(server.url)

  expect(answer).toMatchObject({ ok: false, reason: 'unavailable' })
  expect(answer.ok ? '' : answer.detail.replace('user bind: ', '')).toMatch(detail)
})

it('reads names in another case, values that are no text, lists in parts, and follows no referral', async () => {
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
      ? Buffer.concat([referral(request, 'ldap://127.0.0.1:1/dc=other'), entry(request, DN, attributes), result(request)])
      : usual(request),
  )

  const answer = await signIn(server.url)

  expect(answer).toEqual({
    ok: true,
    user: { dn: DN, username: 'alice', email: 'a\ufffdb', firstName: 'Alice', lastName: long, groupDns: ['CN=One,DC=example'] },
  })
})

it('refuses an entry without name: a bind without name would succeed with any password', async () => {
  const server = await startScriptedDirectory((request) =>
    request.operation === 'search' ? Buffer.concat([entry(request, '', {}), result(request)]) : usual(request),
  )

  const answer = await signIn(server.url)

  expect(answer).toMatchObject({ ok: false, reason: 'credentials' })
})

it('takes as long for an unknown name as for a wrong password: it binds with a name that nobody has', async () => {
  const server = await startScriptedDirectory((request) => (request.operation === 'search' ? result(request) : usual(request)))

  const answer = await signIn(server.url)

  expect(answer).toEqual({ ok: false, reason: 'credentials', detail: 'user search: no entry' })
  expect(server.requests.filter(isUserBind)).toHaveLength(1)
})

it('says goodbye on both connections', async () => {
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
  ['takes connections and says nothing', 'bind', false, 'service bind: timed out'],
  ['goes silent at the search', 'search', false, 'user search: timed out'],
  ['says nothing to StartTLS', 'extended', true, 'StartTLS: timed out'],
  ['agrees to StartTLS and says nothing then', 'nothing', true, 'sign-in: timed out'],
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

it('does not connect again, without bind, when the line is lost', async () => {
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

it('believes nothing that came before the handshake of StartTLS', async () => {
  const server = await startScriptedDirectory((request) =>
    request.operation === 'extended'
      ? Buffer.concat([result(request), result({ ...request, operation: 'bind', id: request.id + 1 }).subarray(0, 9)])
      : usual(request),
  )

  const answer = await signIn(server.url, { startTls: true })

  expect(answer).toEqual({ ok: false, reason: 'unavailable', detail: 'StartTLS: data before the handshake' })
})

it('is unavailable when the answer is no LDAP', async () => {
  const server = await startScriptedDirectory(() => Buffer.from('HTTP/1.1 400 Bad Request\r\n\r\n'))

  const answer = await signIn(server.url)

  expect(answer).toMatchObject({ ok: false, reason: 'unavailable' })
})
