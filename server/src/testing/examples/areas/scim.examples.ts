import type { World } from '../start-world.ts'

const USERS = '/scim/v2/Users'
const GROUPS = '/scim/v2/Groups'
const CORE = 'urn:ietf:params:scim:schemas:core:2.0'
const PATCH = ['urn:ietf:params:scim:api:messages:2.0:PatchOp']
const SEARCH = ['urn:ietf:params:scim:api:messages:2.0:SearchRequest']

/** As an identity provider provisions somebody, from the first look to the end. */
export async function scimExamples({ app, example, refused, prepare }: World): Promise<void> {
  const { token } = await prepare('POST /api/auth/tokens/', {
    body: { name: 'Provisioning', permissions: ['users.scim'] },
  })
  const by = app.as(token)
  await example('GET /scim/v2/ServiceProviderConfig', { by })
  await example('GET /scim/v2/ResourceTypes', { by })
  await example('GET /scim/v2/ResourceTypes/:name', { by, params: { name: 'User' } })
  await example('GET /scim/v2/Schemas', { by })
  await example('GET /scim/v2/Schemas/:name', { by, params: { name: `${CORE}:Group` } })

  const ada = {
    ...{ schemas: [`${CORE}:User`], userName: 'ada@example.net', externalId: '00u1a2b3', active: true },
    ...{ name: { givenName: 'Ada', familyName: 'Lindqvist' }, emails: [{ value: 'ada@example.net', primary: true }] },
  }
  const { id } = await example(`POST ${USERS}`, { by, body: ada })
  await refused(`POST ${USERS}`, { by, body: ada })
  const params = { id: Number(id) }
  const filter = 'userName eq "ada@example.net"'
  await example(`GET ${USERS}`, { by, query: { filter } })
  await refused(`GET ${USERS}`, { by, query: { filter: 'shoeSize eq 45' } })
  await example(`POST ${USERS}/.search`, {
    by,
    body: { schemas: SEARCH, filter: 'emails[type eq "work" and value ew "@example.net"]', attributes: ['userName'] },
  })
  await example(`GET ${USERS}/:id`, { by, params })
  await example(`PUT ${USERS}/:id`, { by, params, body: { ...ada, name: { givenName: 'Ada', familyName: 'Holm' } } })

  const group = { schemas: [`${CORE}:Group`], displayName: 'Network night shift', externalId: '00g4d5e6' }
  const made = await example(`POST ${GROUPS}`, { by, body: { ...group, members: [{ value: id }] } })
  await refused(`POST ${GROUPS}`, { by, body: { displayName: 'Operators' } })
  const named = { id: Number(made.id) }
  await example(`GET ${GROUPS}`, {
    by,
    query: { filter: 'displayName eq "Network night shift"', excludedAttributes: 'members' },
  })
  await example(`POST ${GROUPS}/.search`, { by, body: { schemas: SEARCH, filter: `members.value eq "${id}"` } })
  await example(`GET ${GROUPS}/:id`, { by, params: named })
  const leaving = { op: 'remove', path: `members[value eq "${id}"]` }
  await example(`PATCH ${GROUPS}/:id`, { by, params: named, body: { schemas: PATCH, Operations: [leaving] } })
  await example(`PUT ${GROUPS}/:id`, { by, params: named, body: { ...group, displayName: 'Fabric night watch' } })
  await example(`DELETE ${GROUPS}/:id`, { by, params: named })

  const leave = { op: 'replace', path: 'active', value: false }
  await example(`PATCH ${USERS}/:id`, { by, params, body: { schemas: PATCH, Operations: [leave] } })
  await example(`DELETE ${USERS}/:id`, { by, params })
}
