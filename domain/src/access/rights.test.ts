import { describe, expect, it } from 'vitest'
import { PERMISSIONS } from './permissions.ts'
import { permissionFaults, rightsOf, rightsOfToken } from './rights.ts'

const member = (isSuperuser: boolean, permissions: readonly string[], ...roles: (string | null)[]) => ({
  user: { isSuperuser, permissions, authSource: 'local' },
  groups: roles.map((role) => ({ role, permissions: ['queries.view_category'] })),
})
const NO_ROLE = { isSuperuser: false, isAdmin: false, managesWorkspace: false, actsAsMember: false }

describe('the rights of a user', () => {
  it.each([
    ['a superuser without a group', member(true, []), { isSuperuser: true, isAdmin: true, managesWorkspace: true }],
    [
      'a member of an administrators’ group',
      member(false, [], 'administrator'),
      { isSuperuser: false, isAdmin: true, managesWorkspace: true },
    ],
    [
      'a member of an operators’ group',
      member(false, [], 'operator'),
      { isSuperuser: false, isAdmin: false, managesWorkspace: true },
    ],
    [
      'a member of another group',
      member(false, [], 'viewer', null),
      { isSuperuser: false, isAdmin: false, managesWorkspace: false },
    ],
  ])('of %s follow from flags and roles', (_, user, expected) => {
    expect(rightsOf(user)).toMatchObject({ ...expected, actsAsMember: true })
  })

  it('are those of its group for the account of a program, but for what asks for a person', () => {
    const permissions = ['queries.view_category', 'automation.approve_request', 'users.manage_serviceaccount']
    const user = { isSuperuser: false, permissions: [], authSource: 'service' }

    const rights = rightsOf({ user, groups: [{ role: 'operator', permissions }] })

    expect([...rights.permissions]).toEqual(['queries.view_category'])
    expect(rights).toMatchObject({ isAdmin: false, managesWorkspace: true, actsAsMember: true })
  })

  it('are the permissions of all groups and those granted directly', () => {
    const { permissions } = rightsOf(member(false, ['controller.delete_connection'], 'viewer', null))

    expect(permissions).toEqual(new Set(['controller.delete_connection', 'queries.view_category']))
  })
})

describe('the rights of an API token', () => {
  const editor = rightsOf(member(false, ['queries.add_category'], 'editor'))
  const superuser = rightsOf(member(true, []))

  it('are those of its owner without a list', () => {
    expect(rightsOfToken(editor, null)).toEqual(editor)
    expect(rightsOfToken(superuser, null)).toEqual(superuser)
  })

  it('are what both its list and its owner hold, and no role', () => {
    const listed = ['queries.view_category', 'controller.view_connection']

    expect(rightsOfToken(editor, listed)).toEqual({ ...NO_ROLE, permissions: new Set(['queries.view_category']) })
    expect(rightsOfToken(editor, [])).toEqual({ ...NO_ROLE, permissions: new Set() })
  })

  it('are exactly its list if a superuser owns it', () => {
    expect(rightsOfToken(superuser, ['controller.delete_connection'])).toEqual({
      ...NO_ROLE,
      permissions: new Set(['controller.delete_connection']),
    })
    expect(rightsOfToken(superuser, PERMISSIONS)).toEqual({ ...NO_ROLE, permissions: new Set(PERMISSIONS) })
  })

  it('include no role of an administrator, even if the list has every permission', () => {
    const administrator = rightsOf(member(false, [...PERMISSIONS], 'administrator'))

    expect(rightsOfToken(administrator, PERMISSIONS)).toMatchObject(NO_ROLE)
  })
})

describe('the permissions of a new token', () => {
  const viewer = rightsOf(member(false, [], 'viewer'))

  it.each([
    ['held ones', ['queries.view_category', 'queries.view_category'], []],
    ['none', [], []],
    ['an unknown one', ['queries.fly'], ['Permission "queries.fly" does not exist.']],
    [
      'one that is not held',
      ['controller.delete_connection'],
      ['You do not hold the permission "controller.delete_connection".'],
    ],
    [
      'several faults, each once',
      ['', 'controller.delete_connection', 'queries.view_category', 'controller.delete_connection'],
      ['Permission "" does not exist.', 'You do not hold the permission "controller.delete_connection".'],
    ],
  ])('with %s are checked', (_, listed, faults) => {
    expect(permissionFaults(viewer, listed)).toEqual(faults)
  })

  it('may be any known ones if a superuser creates it', () => {
    expect(permissionFaults(rightsOf(member(true, [])), PERMISSIONS)).toEqual([])
    expect(permissionFaults(rightsOf(member(true, [])), ['queries.fly'])).toHaveLength(1)
  })
})
