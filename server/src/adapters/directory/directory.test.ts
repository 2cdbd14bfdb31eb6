import { once } from 'node:events'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { writeFileSync } from 'node:fs'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Slapd, slapdPath, startSlapd } from '../../testing/slapd.ts'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { Secret } from '../secrets/secret.ts'
import { createDirectory } from './directory.ts'

type Options = Parameters<typeof createDirectory>[0]

const quiet = pino({ level: 'silent' })

/** How many sockets of this process are open or closing: other test files that share the process may keep some. */
function countSockets(): number {
  return process.getActiveResourcesInfo().filter((kind) => /TCPSocketWrap|TLSWrap/.test(kind)).length
}

describe.skipIf(slapdPath === undefined)('sign-in at a directory', () => {
  let slapd: Slapd
  let password: string

  beforeAll(async () => {
    slapd = await startSlapd()
    password = slapd.userPassword
  })
  afterAll(() => slapd.stop())

  function directoryAt(changes: Partial<Options> = {}) {
    return createDirectory({
      url: slapd.url,
      bind: { dn: slapd.bindDn, password: new Secret(slapd.bindPassword) },
      userBase: slapd.userBase,
      userFilter: '(uid={username})',
      groupBase: slapd.groupBase,
      startTls: false,
      caFile: undefined,
      logger: quiet,
      timeoutMs: 2_000,
      ...changes,
    })
  }

  it('accepts the right password and returns the details of the user', async () => {
    const answer = await directoryAt().authenticate('alice', password)

    expect(answer).toEqual({
      ok: true,
      user: {
        dn: slapd.userDn('alice'),
        username: 'alice',
        email: 'alice@example.test',
        firstName: 'Alice',
        lastName: 'Liddell',
        groupDns: [slapd.groupDn('heddle-admins'), slapd.groupDn('heddle-viewers')],
      },
    })
  })

  it('rejects a wrong password and an unknown name for the same reason', async () => {
    const directory = directoryAt()

    const answers = await Promise.all([
      directory.authenticate('alice', 'wrong'),
      directory.authenticate('nobody', password),
    ])

    expect(answers).toEqual([
      { ok: false, reason: 'credentials', detail: 'user bind: InvalidCredentials 49' },
      { ok: false, reason: 'credentials', detail: 'user search: no entry' },
    ])
  })

  it('rejects a user without a password in the directory', async () => {
    const answer = await directoryAt().authenticate('nopass', password)

    expect(answer).toMatchObject({ ok: false, reason: 'credentials' })
  })

  it.each(['*', 'a*', ')(uid=*', 'alice)(|(uid=*', '\\2a', 'alice\0', '$&', '{username}'])(
    'finds no one for %j, whose special characters are literal',
    async (typed) => {
      const answer = await directoryAt({
        userFilter: '(&(objectClass=person)(|(uid={username})(cn={username})))',
      }).authenticate(typed, password)

      expect(answer).toEqual({ ok: false, reason: 'credentials', detail: 'user search: no entry' })
    },
  )

  it('signs in users whose names contain filter characters or accents', async () => {
    const directory = directoryAt()

    const answers = await Promise.all([
      directory.authenticate('pat (ops)*', password),
      directory.authenticate('ZOË', password),
    ])

    expect(answers).toMatchObject([
      { ok: true, user: { username: 'pat (ops)*', lastName: 'O(ps)*', groupDns: [slapd.groupDn('heddle-viewers')] } },
      { ok: true, user: { username: 'zoë', email: '', lastName: 'Ångström', groupDns: [] } },
    ])
  })

  it('rejects a name that several entries share', async () => {
    const directory = directoryAt({ userFilter: '(mail={username})' })

    const answer = await directory.authenticate('shared@example.test', password)

    expect(answer).toEqual({ ok: false, reason: 'credentials', detail: 'user search: more than one entry' })
  })

  it.each([
    ['(uid={username})', ' ALICE ', 'alice'],
    ['(|(uid={username})(mail={username}))', 'Alice@example.test', 'alice'],
    ['(|(mail={username})(uid={username}))', 'alice', 'alice@example.test'],
    ['(mail={username})', 'Robert@Example.test', 'robert@example.test'],
    ['(mail={username}@example.test)', 'ALICE', 'alice'],
    ['(mail={username}ce@example.test)', 'Ali', 'Ali'],
  ])('spells the username, with the filter %s and %j typed, as %s', async (userFilter, typed, username) => {
    const answer = await directoryAt({ userFilter }).authenticate(typed, password)

    expect(answer).toMatchObject({ ok: true, user: { username } })
  })

  it('finds groups of all three kinds, by DN and by login name', async () => {
    const answer = await directoryAt().authenticate('bob', password)

    expect(answer).toMatchObject({
      ok: true,
      user: { email: 'bob@example.test', groupDns: [slapd.groupDn('heddle-unique'), slapd.groupDn('heddle-posix')] },
    })
  })

  it('combines the groups an entry lists with those of the search, once each', async () => {
    const member = await slapd.addUser('erin')
    const group = await slapd.setMembers('erins', [member])

    const listed = await directoryAt({ groupBase: undefined }).authenticate('erin', password)
    const both = await directoryAt().authenticate('erin', password)

    expect(listed).toMatchObject({ ok: true, user: { groupDns: [group] } })
    expect(both).toMatchObject({ ok: true, user: { groupDns: [group] } })
  })

  it('reads the current state of the directory at each sign-in', async () => {
    const dn = await slapd.addUser('frank', { mail: 'old@example.test', givenName: 'Frank' })
    const group = await slapd.setMembers('franks', [dn])
    const directory = directoryAt()
    const before = await directory.authenticate('frank', password)
    await slapd.modify(dn, { mail: 'new@example.test', givenName: [] })
    await slapd.setMembers('franks', [])

    const after = await directory.authenticate('frank', password)

    expect(before).toMatchObject({
      ok: true,
      user: { email: 'old@example.test', firstName: 'Frank', groupDns: [group] },
    })
    expect(after).toMatchObject({ ok: true, user: { email: 'new@example.test', firstName: '', groupDns: [] } })
  })

  it('finds more groups than one response holds', async () => {
    const dn = await slapd.addUser('grace')
    const names = Array.from({ length: 250 }, (_, index) => `many-${index}`)
    await Promise.all(names.map((name) => slapd.setMembers(name, [dn])))

    const answer = await directoryAt().authenticate('grace', password)

    expect(answer.ok && new Set(answer.user.groupDns).size).toBe(250)
  })

  it('searches anonymously without a service account', async () => {
    const directory = directoryAt({ bind: undefined, userBase: slapd.publicBase, groupBase: undefined })

    const answers = await Promise.all([
      directory.authenticate('carol', password),
      directory.authenticate('carol', 'wrong'),
    ])

    expect(answers).toMatchObject([
      { ok: true, user: { username: 'carol' } },
      { ok: false, reason: 'credentials' },
    ])
  })

  it.each(['StartTLS', 'LDAPS'])('works over %s when the CA file contains the authority', async (kind) => {
    const url = kind === 'LDAPS' ? slapd.ldapsUrl : slapd.url
    const directory = directoryAt({ url, startTls: kind === 'StartTLS', caFile: slapd.caFile })

    const answers = await Promise.all([
      directory.authenticate('alice', password),
      directory.authenticate('alice', 'wrong'),
    ])

    expect(answers).toMatchObject([{ ok: true }, { ok: false, reason: 'credentials' }])
  })

  it.each([
    ['LDAPS without the CA file', () => ({ url: slapd.ldapsUrl }), 'service bind: DEPTH_ZERO_SELF_SIGNED_CERT'],
    ['StartTLS without the CA file', () => ({ startTls: true }), 'StartTLS: DEPTH_ZERO_SELF_SIGNED_CERT'],
    [
      'LDAPS at a name the certificate is not for',
      () => ({ url: slapd.ldapsUrl.replace('127.0.0.1', 'localhost'), caFile: slapd.caFile }),
      'service bind: ERR_TLS_CERT_ALTNAME_INVALID',
    ],
    [
      'StartTLS at a name the certificate is not for',
      () => ({ url: slapd.url.replace('127.0.0.1', 'localhost'), startTls: true, caFile: slapd.caFile }),
      'StartTLS: ERR_TLS_CERT_ALTNAME_INVALID',
    ],
    [
      'LDAPS at a port that does not speak it',
      () => ({ url: slapd.url.replace('ldap:', 'ldaps:') }),
      /^service bind: [A-Z_]+$/,
    ],
    [
      'a wrong service password',
      () => ({ bind: { dn: slapd.bindDn, password: new Secret('wrong') } }),
      'service bind: InvalidCredentials 49',
    ],
    [
      'a user base that does not exist',
      () => ({ userBase: 'ou=gone,dc=example,dc=test' }),
      'user search: NoSuchObject 32',
    ],
    [
      'a group base that does not exist',
      () => ({ groupBase: 'ou=gone,dc=example,dc=test' }),
      'group search: NoSuchObject 32',
    ],
    ['a user base that is not a DN', () => ({ userBase: 'people' }), 'user search: InvalidDNSyntax 34'],
  ])('is unavailable: %s', async (_what, changes, detail) => {
    const answer = await directoryAt(changes()).authenticate('alice', password)

    expect(answer).toMatchObject({ ok: false, reason: 'unavailable' })
    expect(answer.ok ? '' : answer.detail).toMatch(detail)
  })

  it('sends no password when the directory does not support StartTLS', async () => {
    const plain = await startSlapd({ tls: false })
    const directory = directoryAt({ url: plain.url, startTls: true, caFile: slapd.caFile })

    const answer = await directory.authenticate('alice', password).finally(plain.stop)

    expect(answer).toMatchObject({ ok: false, reason: 'unavailable', detail: expect.stringMatching(/^StartTLS: /) })
  })

  it('is unavailable once the directory has stopped', async () => {
    const own = await startSlapd({ tls: false })
    const directory = directoryAt({ url: own.url })
    const before = await directory.authenticate('alice', password)
    await own.stop()

    const after = await directory.authenticate('alice', password)

    expect(before.ok).toBe(true)
    expect(after).toEqual({ ok: false, reason: 'unavailable', detail: 'service bind: ECONNREFUSED' })
  })

  it('leaves no socket open, whatever the outcome', async () => {
    const before = countSockets()
    const attempts = [
      directoryAt().authenticate('alice', password),
      directoryAt().authenticate('alice', 'wrong'),
      directoryAt().authenticate('nobody', 'wrong'),
      directoryAt({ startTls: true, caFile: slapd.caFile }).authenticate('alice', password),
      directoryAt({ startTls: true }).authenticate('alice', password),
      directoryAt({ url: slapd.ldapsUrl, caFile: slapd.caFile }).authenticate('alice', password),
      directoryAt({ url: slapd.ldapsUrl }).authenticate('alice', password),
    ]

    await Promise.all(attempts)

    await expect.poll(countSockets).toBeLessThanOrEqual(before)
  })
})

describe('a directory', () => {
  const options: Options = {
    url: 'ldap://127.0.0.1:1',
    bind: undefined,
    userBase: 'dc=example',
    userFilter: '(uid={username})',
    groupBase: undefined,
    startTls: false,
    caFile: undefined,
    logger: quiet,
  }

  it('is not queried for an empty name or an empty password', async () => {
    let connections = 0
    const server = createServer(() => (connections += 1))
    await once(server.listen(0, '127.0.0.1'), 'listening')
    const address = server.address()
    const directory = createDirectory({
      ...options,
      url: `ldap://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`,
    })

    const answers = await Promise.all([
      directory.authenticate('alice', ''),
      directory.authenticate('', 'x'),
      directory.authenticate(' ', 'x'),
    ])
    await once(server.close(), 'close')

    expect(answers).toMatchObject(Array(3).fill({ ok: false, reason: 'credentials' }))
    expect(connections).toBe(0)
  })

  it('is unavailable when nothing is listening', async () => {
    const answer = await createDirectory(options).authenticate('alice', 'x')

    expect(answer).toEqual({ ok: false, reason: 'unavailable', detail: 'user search: ECONNREFUSED' })
  })

  it('warns once when passwords would be sent unencrypted', () => {
    const lines: string[] = []
    const logger = pino({}, { write: (line: string) => void lines.push(line) })

    createDirectory({ ...options, logger })
    createDirectory({ ...options, logger, startTls: true })
    createDirectory({ ...options, logger, url: 'ldaps://127.0.0.1' })

    expect(lines).toEqual([expect.stringContaining('LDAP_STARTTLS')])
  })

  it('is not created with an unusable CA file', () => {
    const folder = temporaryFolder()
    writeFileSync(join(folder, 'empty.pem'), 'no certificate')
    const withFile = (name: string) => () => createDirectory({ ...options, caFile: join(folder, name) })

    expect(withFile('missing.pem')).toThrow(/LDAP_CA_FILE ".*missing[.]pem": expected .* \(ENOENT\)/)
    expect(withFile('empty.pem')).toThrow(/LDAP_CA_FILE ".*empty[.]pem": expected/)
  })

  it.each(['(uid={username}', '(& (uid={username}) (a=b))', '(1.2.3={username})'])(
    'is not created with the filter %s',
    (userFilter) => {
      expect(() => createDirectory({ ...options, userFilter })).toThrow('LDAP_USER_FILTER')
    },
  )
})
