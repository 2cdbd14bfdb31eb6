import type { TestApp } from '../start-test-app.ts'

/** A route as the API describes it. */
export type Operation = {
  readonly name: string
  readonly method: string
  readonly path: string
  readonly access: string
  readonly refusesTokens: boolean
  /** Refuses everything but tokens that list the permission. */
  readonly needsListedToken: boolean
}

type Described = { readonly 'x-access': string; readonly 'x-api-tokens'?: string }

export async function readOperations(app: TestApp): Promise<readonly Operation[]> {
  const { body } = await app.admin.get('/api/schema/')
  return Object.entries<Record<string, Described>>(body.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([verb, described]) => ({
      name: `${verb.toUpperCase()} ${path}`,
      method: verb.toUpperCase(),
      path: path.replaceAll(/\{\w+\}/g, '0'),
      access: described['x-access'],
      refusesTokens: described['x-api-tokens'] === 'refused',
      needsListedToken: described['x-api-tokens'] === 'required',
    })),
  )
}

/** Sends a list where an object is expected: a permitted caller gets 400 instead of changing something. */
export async function knock(app: TestApp, { method, path }: Operation, bearer: string): Promise<number> {
  const isRead = method === 'GET'
  const { status } = await fetch(new URL(path, app.url), {
    method,
    redirect: 'manual',
    headers: { authorization: `Bearer ${bearer}`, ...(!isRead && { 'content-type': 'application/json' }) },
    ...(!isRead && { body: '[]' }),
  })
  return status
}
