import { expect, it } from 'vitest'
import { rightsOf } from './rights-of.ts'

it('says of each permission which groups it comes from, and whether it was given directly', () => {
  const groups = [
    { id: 1, name: 'Editors', permissions: ['queries.add', 'queries.view'] },
    { id: 2, name: 'Viewers', permissions: ['queries.view'] },
    { id: 3, name: 'Others', permissions: ['queries.view', 'mim.view'] },
  ]

  const rights = rightsOf(
    ['queries.add', 'queries.view', 'mim.view'],
    { groups: [1, 2], permissions: ['mim.view', 'queries.view'] },
    groups,
  )

  expect(rights).toEqual([
    { permission: 'queries.add', reasons: ['Editors'] },
    { permission: 'queries.view', reasons: ['Editors', 'Viewers', 'given directly'] },
    { permission: 'mim.view', reasons: ['given directly'] },
  ])
})
