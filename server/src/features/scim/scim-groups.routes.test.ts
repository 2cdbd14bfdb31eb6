import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freshName, GROUPS, newScimGroup, newScimUser, patchOf, scimClient } from '../../testing/scim/scim-client.ts'
import { type Answer, type Client, startTestApp, type TestApp } from '../../testing/start-test-app.ts'

const GROUP = 'urn:ietf:params:scim:schemas:core:2.0:Group'

let app: TestApp
let scim: Client
beforeAll(async () => {
  app = await startTestApp()
  scim = await scimClient(app)
})
afterAll(() => app.stop())

const membersOf = ({ body }: Answer): string[] => (body.members ?? []).map(({ value }: { value: string }) => value)
const readMembers = async (id: string) => membersOf(await scim.get(`${GROUPS}/${id}`))
const groupsOf = async (id: string): Promise<string[]> => {
  const { body } = await scim.get(`/scim/v2/Users/${id}`)
  return (body.groups ?? []).map(({ display }: { display: string }) => display).toSorted()
}
const found = async (name: string) => {
  const filter = encodeURIComponent(`displayName eq "${name}"`)
  return (await scim.get(`${GROUPS}?excludedAttributes=members&filter=${filter}`)).body.Resources[0]
}

describe('a new Group', () => {
  it('has its members, and no permissions', async () => {
    const [one, two] = [await newScimUser(scim), await newScimUser(scim)]

    const answer = await scim.post(GROUPS, {
      schemas: [GROUP],
      externalId: freshName(),
      displayName: 'Tour Guides',
      members: [{ value: two.id, display: 'x' }, { value: one.id }],
    })

    expect(answer.status, answer.text).toBe(201)
    expect(answer.body).toMatchObject({ schemas: [GROUP], displayName: 'Tour Guides', meta: { resourceType: 'Group' } })
    expect(membersOf(answer)).toEqual([one.id, two.id])
    expect(answer.body.members[0]).toEqual({
      value: one.id,
      $ref: `${app.url}/scim/v2/Users/${one.id}`,
      display: one.userName,
      type: 'User',
    })
    expect((await app.admin.get(`/api/auth/groups/${answer.body.id}/`)).body).toMatchObject({
      permissions: [],
      role_template: null,
      scim: { origin: 'created' },
    })
  })

  it.each<[string, () => Promise<object>, number, string]>([
    ['a name that is taken', async () => ({ displayName: 'viewers' }), 409, 'uniqueness'],
    ['no name', async () => ({ members: [] }), 400, 'invalidValue'],
    [
      'a member that does not exist',
      async () => ({ displayName: freshName(), members: [{ value: '999999' }] }),
      400,
      'invalidValue',
    ],
    [
      'a member that is no id',
      async () => ({ displayName: freshName(), members: [{ value: 'ada' }] }),
      400,
      'invalidValue',
    ],
  ])('is refused with %s', async (_what, bodyOf, status, scimType) => {
    const answer = await scim.post(GROUPS, await bodyOf())

    expect([answer.status, answer.body.scimType]).toEqual([status, scimType])
  })
})

describe('members', () => {
  it('are added and removed as Entra ID does it', async () => {
    const [one, two, three] = [await newScimUser(scim), await newScimUser(scim), await newScimUser(scim)]
    const { id } = await newScimGroup(scim)
    const change = (...operations: object[]) => scim.patch(`${GROUPS}/${id}`, patchOf(...operations))

    const added = await change({
      op: 'Add',
      path: 'members',
      value: [
        { $ref: null, value: one.id },
        { $ref: null, value: two.id },
      ],
    })
    const afterAdding = await readMembers(id)
    await change({ op: 'Remove', path: 'members', value: [{ $ref: null, value: one.id }] })
    const afterRemoving = await readMembers(id)
    await change(
      { op: 'Add', path: 'members', value: [{ value: three.id }] },
      { op: 'Remove', path: `members[value eq "${two.id}"]` },
    )

    expect([added.status, added.text]).toEqual([204, ''])
    expect([afterAdding, afterRemoving, await readMembers(id)]).toEqual([[one.id, two.id], [two.id], [three.id]])
  })

  it('are replaced and renamed as Okta does it', async () => {
    const [one, two] = [await newScimUser(scim), await newScimUser(scim)]
    const made = await newScimGroup(scim, { members: [{ value: one.id, display: one.userName }] })

    await scim.patch(`${GROUPS}/${made.id}`, patchOf({ op: 'replace', value: { id: made.id, displayName: 'Renamed' } }))
    await scim.patch(`${GROUPS}/${made.id}`, patchOf({ op: 'replace', path: 'members', value: [{ value: two.id }] }))
    const put = await scim.put(`${GROUPS}/${made.id}`, { schemas: [GROUP], displayName: 'Renamed again', members: [] })

    expect([put.status, put.body.displayName, membersOf(put)]).toEqual([200, 'Renamed again', []])
    expect(await groupsOf(two.id)).not.toContain('Renamed again')
  })

  it('take an account out of the default group, once a group names it', async () => {
    const user = await newScimUser(scim)
    const before = await groupsOf(user.id)

    await newScimGroup(scim, { displayName: 'First', members: [{ value: user.id }] })
    const after = await groupsOf(user.id)
    const viewers = await found('Viewers')
    await scim.patch(`${GROUPS}/${viewers.id}`, patchOf({ op: 'add', path: 'members', value: [{ value: user.id }] }))

    expect([before, after, await groupsOf(user.id)]).toEqual([['Editors'], ['First'], ['First', 'Viewers']])
  })

  it('keep the default group that a group names', async () => {
    const user = await newScimUser(scim)
    const editors = await found('Editors')
    await scim.patch(`${GROUPS}/${editors.id}`, patchOf({ op: 'add', path: 'members', value: [{ value: user.id }] }))

    await newScimGroup(scim, { displayName: 'Second', members: [{ value: user.id }] })

    expect(await groupsOf(user.id)).toEqual(['Editors', 'Second'])
  })

  it('gain and lose the rights of the group with it', async () => {
    const user = await app.userOf(undefined)
    const operators = await found('Operators')
    const change = (operation: object) => scim.patch(`${GROUPS}/${operators.id}`, patchOf(operation))
    const mayCreate = async () => (await user.post('/api/controller/connections/', {})).status !== 403

    await change({ op: 'add', path: 'members', value: [{ value: String(user.id) }] })
    const during = await mayCreate()
    await change({ op: 'remove', path: `members[value eq "${user.id}"]` })

    expect([during, await mayCreate()]).toEqual([true, false])
  })

  it('of two who add to a group at once are both in it', async () => {
    const [one, two] = [await newScimUser(scim), await newScimUser(scim)]
    const { id } = await newScimGroup(scim)
    const add = (user: { id: string }) =>
      scim.patch(`${GROUPS}/${id}`, patchOf({ op: 'add', path: 'members', value: [{ value: user.id }] }))

    const answers = await Promise.all([add(one), add(two)])

    expect(answers.map(({ status }) => status)).toEqual([204, 204])
    expect(await readMembers(id)).toEqual([one.id, two.id])
  })
})

describe('a change', () => {
  it.each<[string, object, string]>([
    ['a part of a member', { op: 'replace', path: 'members[value eq "1"].display', value: 'x' }, 'mutability'],
    ['an added choice', { op: 'add', path: 'members[value eq "1"]', value: { value: '1' } }, 'invalidPath'],
    ['a choice by name', { op: 'remove', path: 'members[display sw "a"]' }, 'invalidFilter'],
    ['an unknown attribute', { op: 'replace', path: 'owner', value: 'x' }, 'invalidPath'],
    ['the prototype', { op: 'add', path: '__proto__', value: { polluted: true } }, 'invalidPath'],
    ['no name', { op: 'remove', path: 'displayName' }, 'mutability'],
    ['an id', { op: 'replace', path: 'id', value: '1' }, 'mutability'],
  ])('with %s is refused', async (_what, operation, scimType) => {
    const { id } = await newScimGroup(scim)

    const answer = await scim.patch(`${GROUPS}/${id}`, patchOf(operation))

    expect([answer.status, answer.body.scimType]).toEqual([400, scimType])
  })

  it('of an outdated version is refused', async () => {
    const { id, meta } = await newScimGroup(scim)
    const user = await newScimUser(scim)
    const add = patchOf({ op: 'add', path: 'members', value: [{ value: user.id }] })

    const answers = [
      await scim.patch(`${GROUPS}/${id}`, add, { 'if-match': meta.version }),
      await scim.patch(`${GROUPS}/${id}`, add, { 'if-match': meta.version }),
    ]

    expect(answers.map(({ status }) => status)).toEqual([204, 412])
  })

  it('answers with what it is asked for', async () => {
    const { id } = await newScimGroup(scim)

    const { status, body } = await scim.patch(
      `${GROUPS}/${id}?attributes=displayName`,
      patchOf({ op: 'replace', path: 'displayName', value: 'Asked' }),
    )

    expect([status, body]).toEqual([200, { schemas: [GROUP], id, displayName: 'Asked' }])
  })
})

describe('a group that was here before', () => {
  it.each(['Administrators', 'Custom'])('keeps its name and stays: %s', async (name) => {
    if (name === 'Custom') await app.admin.post('/api/auth/groups/', { name })
    const { id } = await found(name)

    const renamed = await scim.patch(`${GROUPS}/${id}`, patchOf({ op: 'replace', path: 'displayName', value: 'Other' }))
    const deleted = await scim.delete(`${GROUPS}/${id}`)

    expect([renamed.status, renamed.body.scimType]).toEqual([400, 'mutability'])
    expect([deleted.status, deleted.body.status]).toEqual([409, '409'])
    expect(await found(name)).toMatchObject({ id })
  })

  it('that SCIM created is deleted by it', async () => {
    const { id } = await newScimGroup(scim)

    expect((await scim.delete(`${GROUPS}/${id}`)).status).toBe(204)
    expect((await scim.get(`${GROUPS}/${id}`)).status).toBe(404)
  })
})
