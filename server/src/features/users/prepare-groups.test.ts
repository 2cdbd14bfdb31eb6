import { templatePermissions, PERMISSIONS } from '@heddle/domain/access/permissions.ts'
import { quotaOf } from '@heddle/domain/access/quota.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { writeInstanceSetting } from '../../platform/instance/instance-settings.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { prepareGroups } from './prepare-groups.ts'
import { allGroups, deleteGroup, type UserGroupRow, insertGroup, updateGroup } from './groups.store.ts'
import { groups } from './users.tables.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())
beforeEach(async () => {
  await database.db.delete(groups)
})

const start = () => database.transaction((tx) => prepareGroups(tx))
const find = async (name: string): Promise<UserGroupRow> =>
  (await database.db.select().from(groups).where(eq(groups.name, name)))[0]!
/** As if the version that ran before did not have these permissions. */
async function forget(...permissions: (typeof PERMISSIONS)[number][]): Promise<void> {
  const known = PERMISSIONS.filter((permission) => !permissions.includes(permission))
  await writeInstanceSetting(database.db, 'known_permissions', known)
  for (const group of await allGroups(database.db)) {
    await updateGroup(database.db, group.id, {
      permissions: group.permissions.filter((permission) => known.includes(permission)),
    })
  }
}

describe('the first start', () => {
  it('creates the four groups from their templates', async () => {
    await start()

    const made = await allGroups(database.db)
    expect(made.map(({ name, roleTemplate, isBuiltIn }) => [name, roleTemplate, isBuiltIn])).toEqual([
      ['Administrators', 'administrator', true],
      ['Operators', 'operator', true],
      ['Editors', 'editor', true],
      ['Viewers', 'viewer', true],
    ])
    for (const { roleTemplate, permissions, quota } of made) {
      expect(permissions).toEqual(templatePermissions(roleTemplate!))
      expect(quota).toEqual(quotaOf(roleTemplate))
    }
  })
})

describe('a start of the same version', () => {
  it('changes nothing', async () => {
    await start()
    const before = await allGroups(database.db)

    await start()

    expect(await allGroups(database.db)).toEqual(before)
  })

  it('keeps what an administrator changed', async () => {
    await start()
    const { id } = await find('Editors')
    const changes = {
      permissions: templatePermissions('editor').slice(3),
      quota: { ...quotaOf('editor'), queries_max: 1 },
    }
    await updateGroup(database.db, id, changes)

    await start()

    expect(await find('Editors')).toMatchObject(changes)
  })

  it('creates a deleted built-in group again', async () => {
    await start()
    await deleteGroup(database.db, (await find('Viewers')).id)

    await start()

    expect(await find('Viewers')).toMatchObject({
      roleTemplate: 'viewer',
      permissions: templatePermissions('viewer'),
      isBuiltIn: true,
    })
  })
})

it('takes retired permissions from every group', async () => {
  await start()
  const { id, permissions } = await find('Viewers')
  await database.pool.query(
    `update groups set permissions = permissions || '{users.view_user,users.delete_group}' where id = $1`,
    [id],
  )

  await start()

  expect((await find('Viewers')).permissions).toEqual(permissions)
})

describe('the start of a version with new permissions', () => {
  it('adds them to the groups whose template has them', async () => {
    await start()
    await forget('queries.execute_savedquery')

    await start()

    for (const { roleTemplate, permissions } of await allGroups(database.db)) {
      expect([...permissions].sort()).toEqual([...templatePermissions(roleTemplate!)].sort())
    }
  })

  it('lets every default group see packs of checks, and administrators install them', async () => {
    await start()
    await forget('packs.view_pack', 'packs.change_pack')

    await start()

    const holders = async (permission: (typeof PERMISSIONS)[number]) =>
      (await allGroups(database.db))
        .filter(({ permissions }) => permissions.includes(permission))
        .map(({ name }) => name)
    expect((await holders('packs.view_pack')).toSorted()).toEqual(['Administrators', 'Editors', 'Operators', 'Viewers'])
    expect(await holders('packs.change_pack')).toEqual(['Administrators'])
  })

  it('does not restore permissions that an administrator removed', async () => {
    await start()
    const { id } = await find('Viewers')
    const kept = templatePermissions('viewer').filter((permission) => permission !== 'controller.view_connection')
    await updateGroup(database.db, id, { permissions: kept })
    await forget('queries.execute_savedquery')

    await start()

    expect([...(await find('Viewers')).permissions].sort()).toEqual([...kept].sort())
    expect(kept).toContain('queries.execute_savedquery')
  })

  it('adds them to groups created or cloned from a template, and not to those without one', async () => {
    await start()
    const own = {
      name: 'Own viewers',
      roleTemplate: 'viewer',
      permissions: ['queries.view_savedquery'],
      quota: quotaOf('viewer'),
    } as const
    await insertGroup(database.db, { ...own, permissions: [...own.permissions] })
    await insertGroup(database.db, { ...own, permissions: [...own.permissions], name: 'Plain', roleTemplate: null })
    await forget('queries.execute_savedquery', 'queries.add_savedquery')

    await start()

    expect((await find('Own viewers')).permissions).toEqual(['queries.view_savedquery', 'queries.execute_savedquery'])
    expect((await find('Plain')).permissions).toEqual(['queries.view_savedquery'])
  })

  it('adds a permission once: if it is removed after the upgrade, it stays removed', async () => {
    await start()
    await forget('queries.execute_savedquery')
    await start()
    const { id, permissions } = await find('Viewers')
    const without = permissions.filter((permission) => permission !== 'queries.execute_savedquery')
    await updateGroup(database.db, id, { permissions: without })

    await start()

    expect((await find('Viewers')).permissions).toEqual(without)
  })

  it('does not add a permission that a group already has', async () => {
    await start()
    const before = (await find('Editors')).permissions
    const known = PERMISSIONS.filter((permission) => permission !== 'queries.execute_savedquery')
    await writeInstanceSetting(database.db, 'known_permissions', known)

    await start()

    expect((await find('Editors')).permissions).toEqual(before)
  })
})

describe('groups from before there were quotas', () => {
  it('get the quota of their template, or the base quota, and keep everything else', async () => {
    await start()
    const { id } = await find('Editors')
    const permissions = templatePermissions('editor').slice(2)
    await updateGroup(database.db, id, { quota: null, permissions })
    await insertGroup(database.db, { name: 'Plain', permissions: ['queries.view_category'], quota: null })

    await start()

    expect(await find('Editors')).toMatchObject({ quota: quotaOf('editor'), permissions })
    expect(await find('Plain')).toMatchObject({
      quota: quotaOf(null),
      permissions: ['queries.view_category'],
      roleTemplate: null,
    })
  })
})
