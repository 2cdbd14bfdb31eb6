import { randomUUID } from 'node:crypto'
import { ResultCodeError } from 'ldapts'
import type { Logger } from 'pino'
import { canonicalDn } from '@heddle/domain/identity/distinguished-name.ts'
import type { Secret } from '../secrets/secret.ts'
import { type Connection, createConnection } from './directory-connection.ts'
import { firstOf, uniqueDns, usernameOf, valuesOf } from './directory-entry.ts'
import { classOf, DirectoryFailure, directoryFailure, step } from './directory-failure.ts'
import { findGroups, findUser } from './directory-searches.ts'
import { readTarget } from './directory-target.ts'
import { readUserFilter } from './user-filter.ts'

/** Where users are, and how to find them. */
export type DirectoryOptions = {
  readonly url: string
  /** The service account that searches; undefined searches anonymously. */
  readonly bind: { readonly dn: string; readonly password: Secret } | undefined
  readonly userBase: string
  /** Holds `{username}`. */
  readonly userFilter: string
  readonly groupBase: string | undefined
  readonly startTls: boolean
  readonly caFile: string | undefined
}

/** A user as the directory currently has them. */
export type DirectoryUser = {
  readonly dn: string
  /** As the directory spells it, which may differ from what was typed. */
  readonly username: string
  readonly email: string
  readonly firstName: string
  readonly lastName: string
  readonly groupDns: readonly string[]
}

export type DirectoryAnswer =
  | { readonly ok: true; readonly user: DirectoryUser }
  /** `detail` is for the log; an unknown name and a wrong password must look the same outside. */
  | { readonly ok: false; readonly reason: 'credentials' | 'unavailable'; readonly detail: string }

/** The entry that a typed name finds, before its password is checked. */
export type DirectoryEntry = Pick<DirectoryUser, 'username'> & {
  /** The same for all spellings of the name. */
  readonly canonicalDn: string
}

/** Called with the entry found, or undefined, before the password is sent; what it throws ends the sign-in. */
export type BeforeBind = (entry: DirectoryEntry | undefined) => Promise<void>

/** Checks names and passwords against an LDAP directory. */
export type Directory = {
  readonly authenticate: (username: string, password: string, beforeBind?: BeforeBind) => Promise<DirectoryAnswer>
}

type CreateOptions = DirectoryOptions & { readonly logger: Logger; readonly timeoutMs?: number }

// Results of a bind for an account that exists but may not sign in: wrong password or locked (49), no password (48),
// too many attempts (19), disabled (53). Reporting them as "unavailable" would reveal who has an account.
const ACCOUNT_REFUSED = new Set([19, 48, 49, 53])

/**
 * Throws when the CA file or the filter is unusable; connects only for a sign-in. A sign-in takes at most twice
 * `timeoutMs`.
 */
export function createDirectory(options: CreateOptions): Directory {
  const { logger, timeoutMs = 5_000 } = options
  const target = readTarget({ ...options, timeoutMs })
  const filter = readUserFilter(options.userFilter)
  if (target.encryption === 'none')
    logger.warn('LDAP_URL is ldap:// and LDAP_STARTTLS is off: passwords are sent unencrypted')

  return {
    authenticate: async (username, password, beforeBind) => {
      if (username.trim() === '' || password === '')
        return { ok: false, reason: 'credentials', detail: 'empty name or password' }
      const connections: Connection[] = []
      const open = (): Connection => {
        const connection = createConnection(target)
        connections.push(connection)
        return connection
      }
      const destroy = (): void => connections.forEach((connection) => connection.destroy())
      let refusal: { readonly cause: unknown } | undefined
      const mayBind: BeforeBind = async (entry) => {
        await beforeBind?.(entry).catch((cause: unknown) => {
          refusal = { cause }
          throw cause
        })
      }
      try {
        const user = await within(
          2 * timeoutMs,
          signIn({ options, filter, open, mayBind }, username, password),
          destroy,
        )
        return { ok: true, user }
      } catch (error: unknown) {
        if (refusal) throw refusal.cause
        const { reason, detail } = directoryFailure('sign-in', error)
        return { ok: false, reason, detail }
      } finally {
        destroy()
      }
    },
  }
}

type Context = {
  readonly options: DirectoryOptions
  readonly filter: ReturnType<typeof readUserFilter>
  readonly open: () => Connection
  readonly mayBind: BeforeBind
}

async function signIn(
  { options, filter, open, mayBind }: Context,
  username: string,
  password: string,
): Promise<DirectoryUser> {
  const { bind, userBase, groupBase } = options
  return using(open(), async ({ client }) => {
    if (bind) await step('service bind', () => client.bind(bind.dn, bind.password.reveal()))
    const entry = await findUser(client, userBase, filter, username).catch(async (error: unknown) => {
      if (error instanceof DirectoryFailure && error.reason === 'credentials') await mayBind(undefined)
      return refuseInTheTimeOfABind(error, userBase, password, open)
    })
    const name = usernameOf(entry, username, filter.nameAttributes)
    await mayBind({ username: name, canonicalDn: canonicalDn(entry.dn) })
    await using(open(), (own) => bindAsUser(own, entry.dn, password))
    const uids = valuesOf(entry, 'uid')
    const found =
      groupBase === undefined ? [] : await findGroups(client, groupBase, entry.dn, uids.length > 0 ? uids : [name])
    return {
      dn: entry.dn,
      username: name,
      email: firstOf(entry, 'mail'),
      firstName: firstOf(entry, 'givenName'),
      lastName: firstOf(entry, 'sn'),
      groupDns: uniqueDns([...valuesOf(entry, 'memberOf'), ...found]),
    }
  })
}

/** Makes an unknown name take as long as a wrong password, by binding with a name that does not exist. */
async function refuseInTheTimeOfABind(
  error: unknown,
  userBase: string,
  password: string,
  open: () => Connection,
): Promise<never> {
  if (error instanceof DirectoryFailure && error.reason === 'credentials') {
    await using(open(), (own) => bindAsUser(own, `cn=${randomUUID()},${userBase}`, password)).catch(() => undefined)
  }
  throw error
}

async function bindAsUser({ client }: Connection, dn: string, password: string): Promise<void> {
  await step('user bind', async () => {
    try {
      await client.bind(dn, password)
    } catch (error: unknown) {
      if (!(error instanceof ResultCodeError) || !ACCOUNT_REFUSED.has(error.code)) throw error
      throw new DirectoryFailure('credentials', `user bind: ${classOf(error)}`)
    }
  })
}

async function using<T>(connection: Connection, work: (connection: Connection) => Promise<T>): Promise<T> {
  try {
    await connection.secure()
    return await work(connection)
  } finally {
    await connection.close()
  }
}

/** The library's timeouts apply to single requests; this one covers all of them together. */
async function within<T>(ms: number, work: Promise<T>, giveUp: () => void): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => {
    reject(new DirectoryFailure('unavailable', 'sign-in: timed out'))
    giveUp()
  }, ms)
  try {
    return await Promise.race([work, promise])
  } finally {
    clearTimeout(timer)
  }
}
