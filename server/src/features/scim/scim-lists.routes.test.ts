import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { GROUPS, newScimGroup, newScimUser, scimClient, USERS } from '../../testing/scim/scim-client.ts'
import { type Answer, type Client, startTestApp, type TestApp } from '../../testing/start-test-app.ts'

let app: TestApp
let scim: Client
let ids: Record<'ada' | 'bob' | 'eve', string>
beforeAll(async () => {
  app = await startTestApp()
  scim = await scimClient(app)
  const ada = await newScimUser(scim, {
    userName: 'ada',
    externalId: 'E-1',
    name: { givenName: 'Ada', familyName: 'L' },
  })
  const bob = await newScimUser(scim, { userName: 'BOB', active: false, emails: [{ value: 'bob@example.com' }] })
  const eve = await newScimUser(scim, { userName: 'eve', emails: [], name: { familyName: 'Lund' } })
  ids = { ada: ada.id, bob: bob.id, eve: eve.id }
  await newScimGroup(scim, { displayName: 'Crew', members: [{ value: ada.id }, { value: eve.id }] })
})
afterAll(() => app.stop())

const namesOf = ({ body }: Answer): string[] => body.Resources.map(({ userName }: { userName: string }) => userName)
const find = (filter: string, path = USERS) => scim.get(`${path}?filter=${encodeURIComponent(filter)}`)

describe('a filter of Users', () => {
  it.each<[string, string[]]>([
    ['userName eq "ADA"', ['ada']],
    ['userName ne "ada" and userName ne "bob"', ['admin', 'eve']],
    ['userName gt "b"', ['BOB', 'eve']],
    ['userName ge "bob" and userName le "bob"', ['BOB']],
    ['userName co "%"', []],
    ['externalId eq "E-1"', ['ada']],
    ['externalId eq "e-1"', []],
    ['externalId pr', ['ada']],
    ['externalId eq null and userName sw "E"', ['eve']],
    ['active eq false', ['BOB']],
    ['active eq "False"', ['BOB']],
    ['not (active eq true) or userName eq "eve"', ['BOB', 'eve']],
    ['emails.value eq "BOB@example.com"', ['BOB']],
    ['emails co "@example.com"', ['BOB']],
    ['emails[type eq "work" and value ew ".com"]', ['BOB']],
    ['emails[type eq "home"]', []],
    ['not (emails pr)', ['eve']],
    ['name.familyName sw "l"', ['ada', 'eve']],
    ['displayName eq "ada l"', ['ada']],
    ['groups.display eq "crew"', ['ada', 'eve']],
    ['groups[display eq "Crew"] and name.givenName pr', ['ada']],
    ['meta.lastModified gt "2000-01-01T00:00:00Z" and userName eq "eve"', ['eve']],
    ['meta.created lt "2000-01-01T00:00:00Z"', []],
    ['urn:ietf:params:scim:schemas:core:2.0:User:userName eq "eve"', ['eve']],
  ])('%s', async (filter, names) => expect(namesOf(await find(filter))).toEqual(names))

  it('by id', async () => expect(namesOf(await find(`id eq "${ids.ada}" or id eq "x"`))).toEqual(['ada']))

  it.each([
    'shoeSize eq 45',
    'password pr',
    'passwordHash sw "$argon2"',
    '__proto__ pr',
    'constructor.name eq "x"',
    'active gt true',
    'active eq "perhaps"',
    'meta.created co "2026"',
    'meta.created gt "yesterday"',
    'userName gt null',
    'emails[value[type eq "x"]]',
    'emails.shoe eq "x"',
    'userName eq',
    `${'('.repeat(30)}userName pr${')'.repeat(30)}`,
  ])('that asks for what there is not is refused: %s', async (filter) => {
    const { status, body } = await find(filter)

    expect([status, body.scimType]).toEqual([400, 'invalidFilter'])
  })

  it('that is too long is refused', async () => {
    expect((await find(`userName eq "${'x'.repeat(4_000)}"`)).status).toBe(400)
  })
})

describe('a filter of Groups', () => {
  it('finds those of a member', async () => {
    const { body } = await find(`members.value eq "${ids.eve}"`, GROUPS)

    expect(body.Resources.map(({ displayName }: { displayName: string }) => displayName)).toEqual(['Crew'])
    expect((await find('members[display eq "EVE"]', GROUPS)).body.totalResults).toBe(1)
    expect((await find('not (members pr)', GROUPS)).body.Resources).not.toContainEqual(
      expect.objectContaining({ displayName: 'Crew' }),
    )
  })
})

describe('a list', () => {
  it('has pages, an order, and a bound', async () => {
    const page = (query: string) => scim.get(`${USERS}?${query}`)
    const first = await page('startIndex=1&count=2&sortBy=userName')
    const second = await page('startIndex=3&count=2&sortBy=userName')

    expect([namesOf(first), namesOf(second)]).toEqual([
      ['ada', 'admin'],
      ['BOB', 'eve'],
    ])
    expect(second.body).toMatchObject({ totalResults: 4, startIndex: 3, itemsPerPage: 2 })
    expect(namesOf(await page('sortBy=userName&sortOrder=descending&count=1'))).toEqual(['eve'])
    expect((await page('count=0')).body).toMatchObject({ totalResults: 4, itemsPerPage: 0, Resources: [] })
    expect((await page('startIndex=-5&count=-1')).body).toMatchObject({ startIndex: 1, itemsPerPage: 0 })
    expect((await page('startIndex=1000000&count=1000000')).body).toMatchObject({ totalResults: 4, Resources: [] })
  })

  it.each(['startIndex=first', 'count=1.5', 'sortBy=shoeSize', 'sortOrder=up', 'filter=a%00b'])(
    'refuses %s',
    async (query) => expect((await scim.get(`${USERS}?${query}`)).body).toMatchObject({ status: '400' }),
  )

  it('shows what is asked for', async () => {
    const list = await scim.get(`${USERS}?filter=userName+eq+"ada"&attributes=userName,name.familyName`)
    const one = await scim.get(`${USERS}/${ids.ada}?excludedAttributes=groups,meta,emails,NAME,schemas`)

    expect(list.body.Resources).toEqual([
      { schemas: expect.any(Array), id: ids.ada, userName: 'ada', name: { familyName: 'L' } },
    ])
    expect(Object.keys(one.body).toSorted()).toEqual([
      'active',
      'displayName',
      'externalId',
      'id',
      'schemas',
      'userName',
    ])
    const groups = (await scim.get(`${GROUPS}?excludedAttributes=members`)).body.Resources
    expect(groups.every((group: object) => !('members' in group))).toBe(true)
  })

  it('can be asked for in a body', async () => {
    const { body } = await scim.post(`${USERS}/.search`, {
      schemas: ['urn:ietf:params:scim:api:messages:2.0:SearchRequest'],
      filter: 'userName sw "a"',
      attributes: ['userName'],
      sortBy: 'userName',
      sortOrder: 'descending',
      startIndex: 1,
      count: 1,
    })

    expect(body).toMatchObject({ totalResults: 2, itemsPerPage: 1, Resources: [{ userName: 'admin' }] })
  })
})

describe('the documents', () => {
  it('say what there is', async () => {
    const config = (await scim.get('/scim/v2/ServiceProviderConfig')).body
    const types = (await scim.get('/scim/v2/ResourceTypes')).body
    const schemas = (await scim.get('/scim/v2/Schemas')).body

    expect(config).toMatchObject({
      patch: { supported: true },
      bulk: { supported: false },
      filter: { supported: true, maxResults: 200 },
      etag: { supported: true },
    })
    expect(types.Resources.map(({ endpoint }: { endpoint: string }) => endpoint)).toEqual(['/Users', '/Groups'])
    for (const { id, meta } of schemas.Resources)
      expect((await scim.get(`/scim/v2/Schemas/${id}`)).body).toMatchObject({ id, meta })
  })
})
