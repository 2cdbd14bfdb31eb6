import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inspect } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { HOUR, MINUTE, SECOND } from '../kernel/durations.ts'
import type { Config } from './config.ts'
import { CONFIGURATION_DOCUMENT, describeConfiguration } from './describe-configuration.ts'
import { readConfig } from './read-config.ts'
import { SECTIONS, VARIABLES } from './variables.ts'

const KEY = 'k9Qw-2nVb_7xTz.4mRc+8pLd/1sHf=6gJy'
const OTHER_KEY = 'Zt3Lm8Yc5Vx1Nb7Qw2Er9Ty4Ui6Op0As'

function configOf(env: NodeJS.ProcessEnv): Config {
  const result = readConfig(env)
  if (!result.ok) throw new Error(result.problems.join('\n'))
  return result.config
}

function problemsOf(env: NodeJS.ProcessEnv): readonly string[] {
  const result = readConfig(env)
  return result.ok ? [] : result.problems
}

describe('the configuration', () => {
  it('needs no variables', () => {
    const config = configOf({ PATH: '/usr/bin' })

    expect(config).toMatchObject({
      role: 'all',
      log: { level: 'info' },
      http: { host: '127.0.0.1', port: 8000, corsOrigins: [], trustProxy: false, signedOutDocs: false, webUi: true },
      firstAdmin: { username: 'admin', email: 'admin@localhost' },
      users: { defaultGroup: 'Editors' },
      lockout: { failures: 10, windowMs: 15 * MINUTE },
      limits: {
        syncQueryTimeoutMs: 30 * SECOND,
        backgroundQueryTimeoutMs: HOUR,
        maxResultRows: 1_000_000,
        maxLaunchRows: 10_000,
      },
      sockets: { pingIntervalMs: 30 * SECOND },
      mimRegistry: { url: 'https://pubhub.devnetcloud.com/media', importConcurrency: 5 },
      automation: { pollIntervalMs: 5 * SECOND },
      throttles: {
        anonymousPerMinute: 60,
        userPerMinute: 300,
        edgePerSecond: 30,
        edgeBurst: 50,
        loginPerMinute: 5,
        loginBurst: 3,
        sensitivePerMinute: 10,
        tokenRefreshPerMinute: 30,
      },
    })
    expect([config.database.url, config.redis.url, config.directory, config.mail, config.metrics.port]).toEqual(
      Array(5).fill(undefined),
    )
  })

  it('treats an empty variable as unset', () => {
    expect(configOf({ PORT: '', REDIS_URL: ' ', LDAP_URL: '' })).toEqual(configOf({}))
  })

  it('reads the variables that are set', () => {
    const config = configOf({
      ROLE: 'worker',
      DATABASE_URL: 'postgres://heddle:hunter2@db.example.org/heddle',
      REDIS_URL: 'rediss://:hunter2@cache.example.org:6380/3',
      PUBLIC_URL: 'https://heddle.example.org/',
      CORS_ORIGINS: 'https://a.example.org, http://localhost:5173',
      SECRET_KEY: KEY,
      SECRET_KEY_PREVIOUS: OTHER_KEY,
      METRICS_PORT: '9100',
      SMTP_URL: 'smtp://mail.example.org:25',
      MAIL_FROM: 'Heddle <heddle@example.org>',
    })

    expect(config.role).toBe('worker')
    expect(config.database.url?.reveal()).toBe('postgres://heddle:hunter2@db.example.org/heddle')
    expect(config.http).toMatchObject({
      publicUrl: 'https://heddle.example.org',
      frontendUrl: 'https://heddle.example.org',
    })
    expect(config.http.corsOrigins).toEqual(['https://a.example.org', 'http://localhost:5173'])
    expect(config.secretKeys.current?.reveal()).toBe(KEY)
    expect(config.secretKeys.previous.map((key) => key.reveal())).toEqual([OTHER_KEY])
    expect(config.mail?.from).toBe('Heddle <heddle@example.org>')
  })

  it('groups the directory settings if directory login is enabled', () => {
    const ldap = {
      LDAP_URL: 'ldap://dc.example.org',
      LDAP_USER_BASE: 'ou=people,dc=example',
      LDAP_BIND_DN: 'cn=svc',
      LDAP_BIND_PASSWORD: ' hunter2 ',
      LDAP_GROUP_MAP: '{"cn=ops,dc=example": "Operators", "cn=all,dc=example": ["Viewers", "Editors"]}',
    }

    const { directory } = configOf({ ...ldap, LDAP_ENABLED: 'true' })

    expect(directory).toMatchObject({
      url: 'ldap://dc.example.org',
      userFilter: '(uid={username})',
      startTls: false,
      bind: { dn: 'cn=svc' },
    })
    expect(directory?.bind?.password.reveal()).toBe(' hunter2 ')
    expect(directory?.groupMap.get('cn=ops,dc=example')).toEqual(['Operators'])
    expect(directory?.groupMap.get('cn=all,dc=example')).toEqual(['Viewers', 'Editors'])
    expect(configOf(ldap).directory).toBeUndefined()
  })

  it('denies link-local and metadata addresses by default', () => {
    const { deny } = configOf({}).outbound
    const own = configOf({ OUTBOUND_DENY: '10.9.0.0/16, 2001:db8::1' }).outbound.deny

    expect(deny.check('169.254.169.254')).toBe(true)
    expect(deny.check('fe80::1', 'ipv6')).toBe(true)
    expect(deny.check('fd00:ec2::254', 'ipv6')).toBe(true)
    expect(deny.check('100.100.100.200')).toBe(true)
    expect([deny.check('127.0.0.1'), deny.check('10.9.1.1')]).toEqual([false, false])
    expect([own.check('10.9.1.1'), own.check('2001:db8::1', 'ipv6'), own.check('169.254.169.254')]).toEqual([
      true,
      true,
      false,
    ])
  })

  it('is frozen recursively', () => {
    const config = configOf({ CORS_ORIGINS: 'https://a.example.org' })

    expect(() => Object.assign(config.http, { port: 1 })).toThrow(TypeError)
    expect(() => (config.http.corsOrigins as string[]).push('x')).toThrow(TypeError)
  })

  it('does not show its secrets when printed', () => {
    const config = configOf({ SECRET_KEY: KEY, DATABASE_URL: 'postgres://u:hunter2@h/d', ADMIN_PASSWORD: 'hunter2' })

    expect(`${JSON.stringify(config)}${inspect(config, { depth: 9 })}`).not.toMatch(/hunter2|k9Qw/)
  })
})

describe('a secret in a file', () => {
  let folder: string
  beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), 'heddle-secrets-'))))
  afterAll(() => rmSync(folder, { recursive: true }))
  function fileOf(content: string): string {
    const path = join(folder, 'secret')
    writeFileSync(path, content)
    return path
  }

  it('is used as if the variable held it, without the line break at its end', () => {
    expect(configOf({ SECRET_KEY_FILE: fileOf(`${KEY}\n`) }).secretKeys.current?.reveal()).toBe(KEY)
    expect(configOf({ ADMIN_PASSWORD_FILE: fileOf(' two  spaces \r\n') }).firstAdmin.password?.reveal()).toBe(
      ' two  spaces ',
    )
    expect(configOf({ ADMIN_PASSWORD_FILE: '', ADMIN_PASSWORD: 'x' }).firstAdmin.password?.reveal()).toBe('x')
  })

  it('must be readable, not empty, and the only source', () => {
    const missing = join(folder, 'missing')
    const full = fileOf(KEY)

    expect(problemsOf({ SECRET_KEY_FILE: missing })).toEqual([
      `SECRET_KEY_FILE "${missing}": expected a readable file, but reading it fails with ENOENT`,
    ])
    expect(problemsOf({ SECRET_KEY_FILE: full, SECRET_KEY: KEY })).toEqual([
      'SECRET_KEY_FILE: expected SECRET_KEY or SECRET_KEY_FILE, not both',
    ])
    expect(problemsOf({ SECRET_KEY_FILE: fileOf('\n') })).toEqual([
      `SECRET_KEY_FILE "${full}": expected a file that is not empty`,
    ])
  })

  it('is checked like the variable, and never shown', () => {
    const problems = problemsOf({ REDIS_URL_FILE: fileOf('hunter2') })

    expect(problems).toEqual(['REDIS_URL: expected a URL that begins with redis:// or rediss://'])
  })

  it('is not looked for when the variable is not a secret', () => {
    expect(configOf({ PORT_FILE: '/nowhere' })).toEqual(configOf({}))
    const secrets = Object.entries(VARIABLES).filter(([, { secret }]) => secret)
    expect(secrets.map(([name]) => `${name}_FILE`).filter((name) => name in VARIABLES)).toEqual([])
  })
})

describe('a mistake', () => {
  it.each<[string, string, string]>([
    ['PORT', '80a', 'PORT "80a": expected a whole number from 0 to 65535'],
    ['PORT', '8e3', 'PORT "8e3": expected a whole number from 0 to 65535'],
    ['PORT', '0x50', 'PORT "0x50": expected a whole number from 0 to 65535'],
    ['PORT', '65536', 'PORT "65536": expected a whole number from 0 to 65535'],
    ['EDGE_RATE_PER_SECOND', '-1', 'EDGE_RATE_PER_SECOND "-1": expected a whole number from 0 to 1000000'],
    ['SYNC_QUERY_TIMEOUT_SECONDS', '1.5', 'SYNC_QUERY_TIMEOUT_SECONDS "1.5": expected a whole number from 1 to 3600'],
    ['ROLE', 'web', 'ROLE "web": expected all, api, worker'],
    ['LOG_LEVEL', 'INFO', 'LOG_LEVEL "INFO": expected trace, debug, info, warn, error, fatal'],
    ['TRUST_PROXY', 'yes', 'TRUST_PROXY "yes": expected true or false'],
    ['TRUST_PROXY', 'toString', 'TRUST_PROXY "toString": expected true or false'],
    ['HOST', 'a b', 'HOST "a b": expected a host name or an address'],
    [
      'PUBLIC_URL',
      'heddle.example.org',
      'PUBLIC_URL "heddle.example.org": expected a URL such as https://heddle.example.org, without',
    ],
    ['PUBLIC_URL', 'https://u:p@h/', 'PUBLIC_URL "https://u:p@h/": expected a URL'],
    ['CORS_ORIGINS', '*', 'CORS_ORIGINS "*": expected origins such as'],
    ['CORS_ORIGINS', 'https://a.example.org/app', 'CORS_ORIGINS "https://a.example.org/app": expected origins'],
    ['ADMIN_EMAIL', 'admin', 'ADMIN_EMAIL "admin": expected a mail address'],
    ['OUTBOUND_DENY', '10.0.0.0/33', 'OUTBOUND_DENY "10.0.0.0/33": expected ranges such as'],
    ['OUTBOUND_DENY', '10.0.0.0/8,', 'OUTBOUND_DENY "10.0.0.0/8,": expected ranges such as'],
    ['MAIL_FROM', 'Heddle', 'MAIL_FROM "Heddle": expected an address such as'],
    ['LDAP_URL', 'https://dc', 'LDAP_URL "https://dc": expected a URL that begins with ldap:// or ldaps://'],
    [
      'LDAP_USER_FILTER',
      '(uid=%s)',
      'LDAP_USER_FILTER "(uid=%s)": expected a filter in parentheses that contains {username}',
    ],
    ['LDAP_GROUP_MAP', '["a"]', 'LDAP_GROUP_MAP "[\\"a\\"]": expected a JSON object'],
    ['LDAP_GROUP_MAP', '{"cn=a": 1}', 'LDAP_GROUP_MAP "{\\"cn=a\\": 1}": expected a JSON object'],
    ['LDAP_GROUP_MAP', '{', 'LDAP_GROUP_MAP "{": expected a JSON object'],
  ])('is reported for %s=%j', (name, value, message) => {
    const problems = problemsOf({ [name]: value })

    expect(problems).toHaveLength(1)
    expect(problems[0]?.startsWith(message)).toBe(true)
  })

  it.each([
    [
      'DATABASE_URL',
      'mysql://u:hunter2@h/d',
      'DATABASE_URL: expected a URL that begins with postgres:// or postgresql://',
    ],
    ['REDIS_URL', 'hunter2', 'REDIS_URL: expected a URL that begins with redis:// or rediss://'],
    ['SECRET_KEY', 'hunter2', 'SECRET_KEY: expected at least 8 characters without commas'],
    ['SECRET_KEY', `${KEY},hunter2`, 'SECRET_KEY: expected at least 8 characters without commas'],
    ['SECRET_KEY_PREVIOUS', `${KEY},hunter2`, 'SECRET_KEY_PREVIOUS: expected at least 8 characters'],
    ['SMTP_URL', 'hunter2', 'SMTP_URL: expected a URL'],
  ])('in the secret %s is reported without its value', (name, value, message) => {
    const problems = problemsOf({ [name]: value })

    expect(problems).toHaveLength(1)
    expect(problems[0]?.startsWith(message)).toBe(true)
    expect(problems[0]).not.toContain('hunter2')
  })

  it('does not hide another one, and each has its own line', () => {
    const problems = problemsOf({
      PORT: 'x',
      LOG_LEVEL: 'lo\nud',
      ROLE: 'api',
      REDIS_URL: 'redis://localhost',
      LDAP_ENABLED: 'true',
    })

    expect(problems.map((line) => line.split(/[ :]/)[0])).toEqual([
      'PORT',
      'LOG_LEVEL',
      'ROLE',
      'LDAP_ENABLED',
      'LDAP_ENABLED',
    ])
    expect(problems.filter((line) => line.includes('\n'))).toEqual([])
  })
})

describe('a contradiction', () => {
  const shared = { DATABASE_URL: 'postgres://h/d', REDIS_URL: 'redis://h' }
  const ldap = { LDAP_ENABLED: 'true', LDAP_URL: 'ldap://h', LDAP_USER_BASE: 'ou=people' }

  it.each<[string, NodeJS.ProcessEnv, string]>([
    [
      'an api process without a database',
      { ...shared, ROLE: 'api', DATABASE_URL: '' },
      'ROLE "api": requires DATABASE_URL',
    ],
    ['a worker without Redis', { ...shared, ROLE: 'worker', REDIS_URL: '' }, 'ROLE "worker": requires REDIS_URL'],
    [
      'one port for two listeners',
      { PORT: '9000', METRICS_PORT: '9000' },
      'METRICS_PORT "9000": expected a port other than PORT',
    ],
    [
      'the current key among the earlier ones',
      { SECRET_KEY: KEY, SECRET_KEY_PREVIOUS: `${OTHER_KEY},${KEY}` },
      'SECRET_KEY_PREVIOUS: expected earlier keys only',
    ],
    ['a directory without an address', { ...ldap, LDAP_URL: '' }, 'LDAP_ENABLED "true": requires LDAP_URL'],
    [
      'a directory without a user base',
      { ...ldap, LDAP_USER_BASE: '' },
      'LDAP_ENABLED "true": requires LDAP_USER_BASE',
    ],
    [
      'encryption twice',
      { ...ldap, LDAP_URL: 'ldaps://h', LDAP_STARTTLS: 'true' },
      'LDAP_STARTTLS "true": expected an LDAP_URL with ldap://',
    ],
    ['a bind DN without a password', { ...ldap, LDAP_BIND_DN: 'cn=svc' }, 'LDAP_BIND_DN: requires LDAP_BIND_PASSWORD'],
    [
      'a bind password without a DN',
      { ...ldap, LDAP_BIND_PASSWORD: 'hunter2' },
      'LDAP_BIND_PASSWORD: requires LDAP_BIND_DN',
    ],
  ])('is reported for %s', (_case, env, message) => {
    const problems = problemsOf(env)

    expect(problems).toHaveLength(1)
    expect(problems[0]?.startsWith(message)).toBe(true)
  })

  it('is not reported for a variable that is already invalid', () => {
    expect(problemsOf({ ROLE: 'api', DATABASE_URL: 'x', REDIS_URL: 'y' }).map((line) => line.split(':')[0])).toEqual([
      'DATABASE_URL',
      'REDIS_URL',
    ])
  })

  it('is not reported for valid values', () => {
    expect(
      problemsOf({
        ...shared,
        ...ldap,
        ROLE: 'api',
        LDAP_STARTTLS: 'true',
        LDAP_BIND_DN: 'cn=svc',
        LDAP_BIND_PASSWORD: 'x',
      }),
    ).toEqual([])
  })
})

describe('the list of variables', () => {
  it('shows every variable under one heading', () => {
    const listed = Object.values(SECTIONS).flatMap((section) => Object.keys(section))

    expect(listed.toSorted()).toEqual(Object.keys(VARIABLES).toSorted())
  })

  it('has a valid default and a description for every variable', () => {
    const entries = Object.entries(VARIABLES)

    expect(
      entries.filter(([, { type, fallback }]) => fallback !== undefined && type.parse(fallback) === undefined),
    ).toEqual([])
    expect(entries.filter(([, { does }]) => !/^[A-Z].{10,}\.$/.test(does)).map(([name]) => name)).toEqual([])
  })

  it('matches docs/configuration.md: run `npm run docs` when this fails', async () => {
    expect(await readFile(CONFIGURATION_DOCUMENT, 'utf8')).toBe(describeConfiguration())
  })
})
