import { expect } from 'vitest'
import type { Answer, Client, TestApp } from '../start-test-app.ts'

export const TOKENS = '/api/auth/tokens/'

export type Token = Client & { readonly id: string; readonly token: string }

/** A new token of a signed-in user, with a client that sends it. */
export async function newToken(app: TestApp, owner: Client, body: object = {}): Promise<Token> {
  const answer = await owner.post(TOKENS, { name: 'a script', ...body })
  expect(answer.status, answer.text).toBe(201)
  const { id, token } = answer.body
  return { id, token, ...app.as(token) }
}

export const statusOf = async (sent: Promise<Answer>): Promise<number> => (await sent).status
