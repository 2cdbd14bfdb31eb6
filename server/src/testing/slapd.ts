import { spawn } from 'node:child_process'
import { existsSync, rmSync } from 'node:fs'
import { Attribute, Change, Client, NoSuchObjectError } from 'ldapts'
import { writeSlapdFiles } from './slapd-files.ts'
import { end, freePorts, killAtExit, listens } from './daemon.ts'
import * as seed from './slapd-seed.ts'

const FOLDERS = ['/usr/sbin', '/usr/local/sbin', '/usr/libexec', '/usr/lib/openldap']
const TRIES = 5

/** The directory server on this machine; tests that need it are skipped if there is none. */
export const slapdPath: string | undefined = FOLDERS.map((folder) => `${folder}/slapd`).find(existsSync)
if (slapdPath === undefined)
  console.warn(`SKIPPED: tests of directory login, no slapd in ${FOLDERS.join(', ')} (Debian: apt install slapd)`)

/** A running LDAP directory with a few users and groups; see `slapd-seed.ts`. */
export type Slapd = {
  /** `ldap://`, which supports StartTLS. */
  readonly url: string
  readonly ldapsUrl: string
  readonly port: number
  readonly caFile: string
  readonly baseDn: string
  readonly userBase: string
  readonly publicBase: string
  readonly groupBase: string
  readonly bindDn: string
  readonly bindPassword: string
  readonly userPassword: string
  readonly userDn: (uid: string) => string
  readonly groupDn: (name: string) => string
  /** Returns the new user's DN. */
  readonly addUser: (uid: string, attributes?: seed.Attributes) => Promise<string>
  /** Replaces these attributes of an entry and keeps the others; an empty list removes one. */
  readonly modify: (dn: string, attributes: seed.Attributes) => Promise<void>
  /** Sets the members of a `groupOfNames`, creating it if needed; an empty list removes the group. Returns its DN. */
  readonly setMembers: (group: string, memberDns: readonly string[]) => Promise<string>
  readonly remove: (dn: string) => Promise<void>
  readonly stop: () => Promise<void>
}

/** Starts a new directory; with `tls: false` it supports neither StartTLS nor LDAPS. */
export async function startSlapd({ tls = true }: { readonly tls?: boolean } = {}): Promise<Slapd> {
  if (slapdPath === undefined) throw new Error('slapd is not installed')
  const files = writeSlapdFiles(slapdPath.replace(/slapd$/, 'slapadd'), tls)
  const removeFolder = (): void => rmSync(files.folder, { recursive: true, force: true })
  try {
    const { child, port, tlsPort } = await spawnSlapd(slapdPath, files.config, tls)
    const url = `ldap://127.0.0.1:${port}`
    return {
      url,
      ldapsUrl: `ldaps://127.0.0.1:${tlsPort}`,
      port,
      caFile: files.caFile,
      baseDn: seed.BASE,
      userBase: seed.USER_BASE,
      publicBase: seed.PUBLIC_BASE,
      groupBase: seed.GROUP_BASE,
      bindDn: seed.BIND_DN,
      bindPassword: seed.BIND_PASSWORD,
      userPassword: seed.USER_PASSWORD,
      userDn: seed.userDn,
      groupDn: seed.groupDn,
      ...changesAt(url),
      stop: async () => {
        await end(child)
        removeFolder()
      },
    }
  } catch (error) {
    removeFolder()
    throw error
  }
}

/** slapd does not accept port 0, and a free port may be taken a moment later; then another one is tried. */
async function spawnSlapd(path: string, config: string, tls: boolean) {
  for (let attempt = 1; ; attempt += 1) {
    const [port, tlsPort] = await freePorts()
    const urls = [`ldap://127.0.0.1:${port}/`, ...(tls ? [`ldaps://127.0.0.1:${tlsPort}/`] : [])].join(' ')
    const child = spawn(path, ['-f', config, '-h', urls, '-d', '0'], { stdio: ['ignore', 'ignore', 'pipe'] })
    killAtExit(child)
    const complaints: string[] = []
    child.stderr.on('data', (data: Buffer) => complaints.push(data.toString()))
    if (await listens(child, port)) return { child, port, tlsPort }
    if (attempt === TRIES) throw new Error(`slapd did not start: ${complaints.join('')}`)
  }
}

function changesAt(url: string): Pick<Slapd, 'addUser' | 'modify' | 'setMembers' | 'remove'> {
  const asRoot = async <T>(work: (client: Client) => Promise<T>): Promise<T> => {
    const client = new Client({ url, timeout: 5_000, connectTimeout: 5_000 })
    try {
      await client.bind(seed.ROOT_DN, seed.ROOT_PASSWORD)
      return await work(client)
    } finally {
      await client.unbind()
    }
  }
  const add = (dn: string, attributes: seed.Attributes) => asRoot((client) => client.add(dn, listed(attributes)))
  const remove = (dn: string) => asRoot((client) => client.del(dn))
  const modify = (dn: string, attributes: seed.Attributes) =>
    asRoot((client) => client.modify(dn, replacements(attributes)))
  return {
    modify,
    remove,
    addUser: async (uid, attributes) => {
      await add(seed.userDn(uid), seed.person(uid, attributes))
      return seed.userDn(uid)
    },
    setMembers: async (group, memberDns) => {
      const dn = seed.groupDn(group)
      // Deleted and recreated, so that the overlay sees every membership, including those seeded offline.
      await remove(dn).catch((error: unknown) => {
        if (!(error instanceof NoSuchObjectError)) throw error
      })
      if (memberDns.length > 0) await add(dn, { objectClass: 'groupOfNames', cn: group, member: memberDns })
      return dn
    },
  }
}

function listed(attributes: seed.Attributes): Record<string, string[]> {
  return Object.fromEntries(Object.entries(attributes).map(([name, values]) => [name, [values].flat()]))
}

function replacements(attributes: seed.Attributes): Change[] {
  return Object.entries(listed(attributes)).map(
    ([type, values]) => new Change({ operation: 'replace', modification: new Attribute({ type, values }) }),
  )
}
