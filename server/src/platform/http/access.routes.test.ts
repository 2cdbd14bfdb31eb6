import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { permissionsOf, ROLE_TEMPLATES } from '@heddle/domain/access/permissions.ts'
import { startTestApp, type TestApp } from '../../testing/start-test-app.ts'

let app: TestApp
let operations: { method: string; path: string; access: string }[]
beforeAll(async () => {
  app = await startTestApp()
  const { body } = await app.admin.get('/api/schema/')
  operations = Object.entries<Record<string, { 'x-access': string }>>(body.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path: path.replaceAll(/\{\w+\}/g, '0'),
      access: operation['x-access'],
    })),
  )
})
afterAll(() => app.stop())

const call = (method: string, path: string, token?: string) =>
  fetch(new URL(path, app.url), { method, headers: { ...(token && { authorization: `Bearer ${token}` }) }, redirect: 'manual' })

describe('every route', () => {
  it('answers 401 without a token, unless it is for anyone', async () => {
    const wrong: string[] = []
    for (const { method, path, access } of operations) {
      const { status } = await call(method, path)
      if ((status === 401) !== (access !== 'anyone') && path !== '/api/auth/login/' && path !== '/api/auth/token/refresh/')
        wrong.push(`${method} ${path}: ${status}`)
    }

    expect(wrong).toEqual([])
  })

  it.each(['Bearer', 'Bearer x.y.z', 'Basic YWRtaW46YWRtaW4=', 'bearer  '])(
    'answers 401 to the authorization "%s"',
    async (authorization) => {
      for (const { method, path, access } of operations.filter((operation) => operation.access !== 'anyone')) {
        const { status } = await fetch(new URL(path, app.url), { method, headers: { authorization } })
        expect(status, `${method} ${path} (${access})`).toBe(401)
      }
    },
  )

  it.each([...ROLE_TEMPLATES, undefined])('answers 403 to a user of role %s exactly where the permission is missing', async (role) => {
    const user = await app.userOf(role)
    const held = new Set<string>(role ? permissionsOf(role) : [])
    const wrong: string[] = []
    for (const { method, path, access } of operations) {
      const isOpen = access === 'anyone' || access === 'any signed-in user'
      const mayCall = isOpen || (access === 'administrators' ? role === 'administrator' : held.has(access))
      const { status } = await call(method, path, user.access)
      if ((status === 403) === mayCall) wrong.push(`${method} ${path} (${access}): ${status}`)
    }

    expect(wrong).toEqual([])
  })
})
