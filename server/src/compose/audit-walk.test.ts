import { existsSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { changesSomething, routeName } from '../testing/audit-walk/walk-audit-log.ts'
import { startTestApp, type TestApp } from '../testing/start-test-app.ts'
import { listRoutes } from './describe-access.ts'
import { FEATURES } from './features.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

describe('the walks over the audit log', () => {
  it('exist for every feature with a route that changes something', () => {
    const changing = FEATURES.filter((feature) => feature.listRoutes().some(changesSomething)).map(({ name }) => name)
    const missing = changing.filter(
      (name) => !existsSync(new URL(`../features/${name}/${name}.audit.test.ts`, import.meta.url)),
    )

    expect(missing).toEqual([])
  })

  it('cover exactly the routes in the API description', async () => {
    const { body } = await app.admin.get('/api/schema/')

    const described = Object.entries<object>(body.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`),
    )
    expect(described.toSorted()).toEqual(listRoutes().map(routeName).toSorted())
  })
})
