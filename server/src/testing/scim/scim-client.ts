import { expect } from 'vitest'
import { newToken } from '../api-tokens/tokens.ts'
import type { Answer, Client, TestApp } from '../start-test-app.ts'

export const USERS = '/scim/v2/Users'
export const GROUPS = '/scim/v2/Groups'
const TYPE = { 'content-type': 'application/scim+json' }
const PATCH_OP = 'urn:ietf:params:scim:api:messages:2.0:PatchOp'

/** A client that sends the media type of SCIM, with a token that lists `users.scim`. */
export async function scimClient(
  app: TestApp,
  owner: Client = app.admin,
): Promise<Client & { readonly token: string }> {
  const token = await newToken(app, owner, { permissions: ['users.scim'] })
  const typed = (headers: Record<string, string> = {}) => ({ ...TYPE, ...headers })
  return {
    token: token.token,
    get: token.get,
    delete: token.delete,
    post: (path, body, headers) => token.post(path, body, typed(headers)),
    put: (path, body, headers) => token.put(path, body, typed(headers)),
    patch: (path, body, headers) => token.patch(path, body, typed(headers)),
  }
}

export const patchOf = (...operations: readonly object[]) => ({ schemas: [PATCH_OP], Operations: operations })

let made = 0
export const freshName = (): string => `scim-${++made}`

/** A User as a provider creates it. */
export async function newScimUser(scim: Client, body: object = {}): Promise<Answer['body']> {
  const userName = freshName()
  const answer = await scim.post(USERS, { userName, emails: [{ value: `${userName}@example.org` }], ...body })
  expect(answer.status, answer.text).toBe(201)
  return answer.body
}

export async function newScimGroup(scim: Client, body: object = {}): Promise<Answer['body']> {
  const answer = await scim.post(GROUPS, { displayName: freshName(), ...body })
  expect(answer.status, answer.text).toBe(201)
  return answer.body
}
