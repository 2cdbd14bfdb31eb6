import { expect, it } from 'vitest'
import { PERMISSIONS } from '@heddle/domain/access/permissions.ts'
import { listRoutes } from './describe-access.ts'

/** Named by the contract, for features to come. */
const NOT_ASKED_FOR_YET: readonly string[] = []
/** Beside the owner of the query, which only a handler can know. */
const ASKED_BY_HANDLERS: readonly string[] = ['queries.add_waiver']

it('every permission that can be granted opens a route', () => {
  const opening = new Set(
    listRoutes().flatMap(({ spec: { access } }) => (access.kind === 'permission' ? [access.permission] : [])),
  )

  expect(PERMISSIONS.filter((permission) => !opening.has(permission))).toEqual([
    ...NOT_ASKED_FOR_YET,
    ...ASKED_BY_HANDLERS,
  ])
})
