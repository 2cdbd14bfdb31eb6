/** Where things are in the test directory. */
export const BASE = 'dc=example,dc=test'
export const USER_BASE = `ou=people,${BASE}`
/** Readable without a bind, unlike everything else. */
export const PUBLIC_BASE = `ou=public,${BASE}`
export const GROUP_BASE = `ou=groups,${BASE}`
export const BIND_DN = `cn=reader,${BASE}`
export const BIND_PASSWORD = 'reader-secret'
export const ROOT_DN = `cn=root,${BASE}`
export const ROOT_PASSWORD = 'root-secret'
/** The password of every user except `nopass`, who has none. */
export const USER_PASSWORD = 'Pässword (1)*'

/** Attributes of an entry; a list if there are several values. */
export type Attributes = Readonly<Record<string, string | readonly string[]>>

export const userDn = (uid: string): string => `uid=${uid},${USER_BASE}`
export const groupDn = (name: string): string => `cn=${name},${GROUP_BASE}`

export function person(uid: string, attributes: Attributes = {}): Attributes {
  return { objectClass: 'inetOrgPerson', uid, cn: uid, sn: uid, userPassword: USER_PASSWORD, ...attributes }
}

/** The entries the directory starts with, in LDIF. */
export function seedLdif(): string {
  return [...folders, reader, ...people, ...groups].map(([dn, attributes]) => entryLdif(dn, attributes)).join('\n')
}

type Entry = readonly [dn: string, attributes: Attributes]

const folders: Entry[] = [
  [BASE, { objectClass: ['dcObject', 'organization'], dc: 'example', o: 'Example' }],
  [USER_BASE, { objectClass: 'organizationalUnit', ou: 'people' }],
  [PUBLIC_BASE, { objectClass: 'organizationalUnit', ou: 'public' }],
  [GROUP_BASE, { objectClass: 'organizationalUnit', ou: 'groups' }],
]

const reader: Entry = [
  BIND_DN,
  { objectClass: ['organizationalRole', 'simpleSecurityObject'], cn: 'reader', userPassword: BIND_PASSWORD },
]

const people: Entry[] = [
  [userDn('alice'), person('alice', { mail: 'alice@example.test', givenName: 'Alice', sn: 'Liddell' })],
  [
    userDn('bob'),
    person('bob', { mail: ['bob@example.test', 'robert@example.test'], givenName: 'Bob', sn: 'Builder' }),
  ],
  [userDn('pat (ops)*'), person('pat (ops)*', { givenName: 'Pat', sn: 'O(ps)*' })],
  [userDn('zoë'), person('zoë', { givenName: 'Zoë', sn: 'Ångström' })],
  [userDn('sam'), person('sam', { mail: 'shared@example.test' })],
  [userDn('max'), person('max', { mail: 'shared@example.test' })],
  [userDn('nopass'), { objectClass: 'inetOrgPerson', uid: 'nopass', cn: 'nopass', sn: 'nopass' }],
  [`uid=carol,${PUBLIC_BASE}`, person('carol', { mail: 'carol@example.test' })],
]

const groups: Entry[] = [
  [groupDn('heddle-admins'), { objectClass: 'groupOfNames', cn: 'heddle-admins', member: userDn('alice') }],
  [
    groupDn('heddle-viewers'),
    { objectClass: 'groupOfNames', cn: 'heddle-viewers', member: [userDn('alice'), userDn('pat (ops)*')] },
  ],
  [groupDn('heddle-unique'), { objectClass: 'groupOfUniqueNames', cn: 'heddle-unique', uniqueMember: userDn('bob') }],
  [groupDn('heddle-posix'), { objectClass: 'posixGroup', cn: 'heddle-posix', gidNumber: '5000', memberUid: 'bob' }],
]

/** All values in base64, so that none needs its own escaping. */
function entryLdif(dn: string, attributes: Attributes): string {
  const lines = Object.entries(attributes).flatMap(([name, values]) =>
    [values].flat().map((value) => `${name}:: ${base64(value)}`),
  )
  return [`dn:: ${base64(dn)}`, ...lines, ''].join('\n')
}

function base64(text: string): string {
  return Buffer.from(text).toString('base64')
}
