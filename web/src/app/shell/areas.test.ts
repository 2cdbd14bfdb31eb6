import { expect, it } from 'vitest'
import { areaOf, AREAS, isOpenTo } from './areas.ts'

it.each([
  ['/', 'Home'],
  ['/queries/saved-queries/new', 'Queries'],
  ['/packs/aci-upgrade', 'Checks'],
  ['/queries/checks/1', 'Checks'],
  ['/history/checks/', 'Checks'],
  ['/history/compare/', 'History'],
  ['/mim-registry/', undefined],
  ['/auth/profile', undefined],
  ['/auth/groups/3/', 'Administration'],
  ['/audit/logs/', 'Administration'],
])('%s belongs to %s', (pathname, area) => {
  expect(areaOf(pathname)).toBe(area)
})

it('shows administration to administrators, and every other area by its permission', () => {
  const namesFor = (permissions: readonly string[], isAdmin: boolean) =>
    AREAS.filter((area) => isOpenTo(area, { permissions, is_admin: isAdmin })).map(({ name }) => name)

  expect(namesFor([], true)).toContain('Administration')
  expect(namesFor(['queries.view_savedquery'], false)).toEqual(expect.arrayContaining(['Home', 'Queries']))
  expect(namesFor(['queries.view_savedquery'], false)).not.toContain('Administration')
  expect(namesFor([], false)).not.toContain('Queries')
})
