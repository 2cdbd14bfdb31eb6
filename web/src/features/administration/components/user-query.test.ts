import { expect, it } from 'vitest'
import { userQuery } from './user-query.ts'

it('takes the filters of the API from the address, and leaves out what is none of their values', () => {
  const permission = 'queries.view_savedquery'

  expect(userQuery({ search: 'ki', is_active: 'false', group: '3', permission, page: '2' })).toEqual({
    ...{ page: 2, search: 'ki', is_active: false, group: 3, permission },
  })
  expect(userQuery({ is_active: 'perhaps', is_superuser: 'true', group: '-1', page: 'x' })).toEqual({
    page: 1,
    is_superuser: true,
  })
})
