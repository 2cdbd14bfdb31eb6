import { createHash, randomBytes } from 'node:crypto'

/** 32 symbols that nobody takes for one another: no 0 and O, no 1 and I. */
const SYMBOLS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
const CODE_LENGTH = 8
const CODE = new RegExp(`^[${SYMBOLS}]{${CODE_LENGTH}}$`)

/** 256 random bits for a link or a challenge. */
export const newToken = (): string => randomBytes(32).toString('base64url')

/** What is stored of a token. Fast, because a token is beyond guessing. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex')

/** Forty random bits as people read them to each other: `XXXX-XXXX`. */
export function newCode(): string {
  const symbols = [...randomBytes(CODE_LENGTH)].map((byte) => SYMBOLS[byte % SYMBOLS.length]).join('')
  return `${symbols.slice(0, 4)}-${symbols.slice(4)}`
}

/** A typed code in its one spelling, whatever case and separators; undefined when it can not be one. */
export function normaliseCode(typed: string): string | undefined {
  const symbols = typed.toUpperCase().replaceAll(/[\s-]/g, '')
  return CODE.test(symbols) ? `${symbols.slice(0, 4)}-${symbols.slice(4)}` : undefined
}
