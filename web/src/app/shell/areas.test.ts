import { expect, it } from 'vitest'
import { areaOf } from './areas.ts'

it.each([
  ['/', 'Home'],
  ['/queries/saved-queries/new', 'Queries'],
  ['/packs/aci-upgrade', 'Checks'],
  ['/queries/checks/1', 'Checks'],
  ['/history/checks/', 'Checks'],
  ['/history/compare/', 'History'],
  ['/mim-registry/', undefined],
  ['/auth/profile', undefined],
])('%s belongs to %s', (pathname, area) => {
  expect(areaOf(pathname)).toBe(area)
})
