import { MOST_OPERATIONS } from '@heddle/domain/scim/patch-operations.ts'
import { NotFound } from '../../kernel/errors.ts'
import { MOST_RESOURCES } from './asking/listing.ts'
import type { Base } from './versions.ts'
import { GROUP_SCHEMA } from './groups/scim-groups.presenter.ts'
import { SCIM } from './scim-address.ts'
import { USER_SCHEMA } from './users/scim-users.presenter.ts'

type Document = Readonly<Record<string, unknown>>

const CORE = 'urn:ietf:params:scim:schemas:core:2.0'
export const LIST = 'urn:ietf:params:scim:api:messages:2.0:ListResponse'

/** What the service can do, for clients that ask. */
export const serviceProviderConfig = (base: Base): Document => ({
  schemas: [`${CORE}:ServiceProviderConfig`],
  documentationUri: `${base}/docs/how-to/provision-users-with-scim/`,
  patch: { supported: true, maxOperations: MOST_OPERATIONS },
  bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults: MOST_RESOURCES },
  changePassword: { supported: false },
  sort: { supported: true },
  etag: { supported: true },
  authenticationSchemes: [
    {
      type: 'oauthbearertoken',
      name: 'API token',
      description: 'An API token of an administrator that lists users.scim.',
      primary: true,
    },
  ],
  meta: { resourceType: 'ServiceProviderConfig', location: `${base}${SCIM}/ServiceProviderConfig` },
})

const resourceTypes = (base: Base): readonly Document[] =>
  [
    { name: 'User', endpoint: '/Users', schema: USER_SCHEMA, description: 'An account.' },
    { name: 'Group', endpoint: '/Groups', schema: GROUP_SCHEMA, description: 'A group of accounts, with its rights.' },
  ].map((one) => ({
    schemas: [`${CORE}:ResourceType`],
    id: one.name,
    ...one,
    meta: { resourceType: 'ResourceType', location: `${base}${SCIM}/ResourceTypes/${one.name}` },
  }))

type Traits = Partial<{
  type: string
  multiValued: boolean
  required: boolean
  caseExact: boolean
  mutability: string
  returned: string
  uniqueness: string
  subAttributes: readonly Document[]
  referenceTypes: readonly string[]
  canonicalValues: readonly string[]
}>

const attribute = (name: string, description: string, traits: Traits = {}): Document => ({
  name,
  type: 'string',
  multiValued: false,
  description,
  required: false,
  caseExact: false,
  mutability: 'readWrite',
  returned: 'default',
  uniqueness: 'none',
  ...traits,
})
const readOnly = { mutability: 'readOnly' } as const
const reference = (to: string) =>
  attribute('$ref', 'Its address.', { ...readOnly, type: 'reference', caseExact: true, referenceTypes: [to] })

const USER_ATTRIBUTES: readonly Document[] = [
  attribute('userName', 'The name of the account, without spaces.', { required: true, uniqueness: 'server' }),
  attribute('name', 'The name of the person.', {
    type: 'complex',
    subAttributes: [
      attribute('formatted', 'Both names.', readOnly),
      attribute('givenName', 'The first name.'),
      attribute('familyName', 'The last name.'),
    ],
  }),
  attribute('displayName', 'Both names, or the name of the account.', readOnly),
  attribute('emails', 'One address: the primary one, else that for work, else the first.', {
    type: 'complex',
    multiValued: true,
    subAttributes: [
      attribute('value', 'The address.', { uniqueness: 'server' }),
      attribute('type', 'Always work.', { canonicalValues: ['work'] }),
      attribute('primary', 'Always true.', { type: 'boolean' }),
    ],
  }),
  attribute('active', 'Whether the account may sign in. False ends its sessions and deletes its API tokens.', {
    type: 'boolean',
  }),
  attribute('groups', 'The groups of the account: changed there.', {
    ...readOnly,
    type: 'complex',
    multiValued: true,
    subAttributes: [
      attribute('value', 'The id of the group.', { ...readOnly, caseExact: true }),
      reference('Group'),
      attribute('display', 'The name of the group.', readOnly),
      attribute('type', 'Always direct.', { ...readOnly, canonicalValues: ['direct'] }),
    ],
  }),
]

const GROUP_ATTRIBUTES: readonly Document[] = [
  attribute('displayName', 'The name of the group.', { required: true, uniqueness: 'server' }),
  attribute('members', 'The accounts in the group.', {
    type: 'complex',
    multiValued: true,
    subAttributes: [
      attribute('value', 'The id of the User.', { mutability: 'immutable', caseExact: true }),
      reference('User'),
      attribute('display', 'The name of the account.', readOnly),
      attribute('type', 'Always User.', { mutability: 'immutable', canonicalValues: ['User'] }),
    ],
  }),
]

const schemas = (base: Base): readonly Document[] =>
  [
    { id: USER_SCHEMA, name: 'User', description: 'An account.', attributes: USER_ATTRIBUTES },
    { id: GROUP_SCHEMA, name: 'Group', description: 'A group of accounts.', attributes: GROUP_ATTRIBUTES },
  ].map((one) => ({
    schemas: [`${CORE}:Schema`],
    ...one,
    meta: { resourceType: 'Schema', location: `${base}${SCIM}/Schemas/${one.id}` },
  }))

const DOCUMENTS = { Schemas: schemas, ResourceTypes: resourceTypes } as const
export type Described = keyof typeof DOCUMENTS

export function listDocuments(kind: Described, base: Base): Document {
  const all = DOCUMENTS[kind](base)
  return { schemas: [LIST], totalResults: all.length, startIndex: 1, itemsPerPage: all.length, Resources: all }
}

export function findDocument(kind: Described, id: string, base: Base): Document {
  const found = DOCUMENTS[kind](base).find((one) => String(one.id).toLowerCase() === id.toLowerCase())
  if (!found) throw new NotFound()
  return found
}
