import { hashToken, newToken } from '../auth/index.ts'

// A fixed start lets scanners find tokens that were committed or pasted by mistake.
const START = 'hdl_'
const PREFIX_LENGTH = 12
const TOKEN = /^hdl_[A-Za-z0-9_-]{43}$/

/** Whether a bearer is meant to be an API token, valid or not. */
export const isApiToken = (bearer: string): boolean => bearer.startsWith(START)

/** A new token: 256 random bits. Only its prefix and hash are stored. */
export function newApiToken(): { readonly token: string; readonly prefix: string; readonly tokenHash: string } {
  const token = `${START}${newToken()}`
  return { token, prefix: token.slice(0, PREFIX_LENGTH), tokenHash: hashToken(token) }
}

/** The stored form of a token; undefined for text that cannot be one. */
export const hashOfApiToken = (token: string): string | undefined => (TOKEN.test(token) ? hashToken(token) : undefined)
