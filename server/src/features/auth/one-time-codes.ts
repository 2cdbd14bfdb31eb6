import { createHash, randomBytes } from 'node:crypto'

/** 32 symbols that are not easily confused: no 0 and O, no 1 and I. */
const SYMBOLS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
const CODE_LENGTH = 8
const CODE = new RegExp(`^[${SYMBOLS}]{${CODE_LENGTH}}$`)

/** 256 random bits for a link or a challenge. */
export const newToken = (): string => randomBytes(32).toString('base64url')

/** The stored form of a token. A fast hash is enough: a token cannot be guessed. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex')

/** Forty random bits, easy to read out: `XXXX-XXXX`. */
export function newCode(): string {
  const symbols = [...randomBytes(CODE_LENGTH)].map((byte) => SYMBOLS[byte % SYMBOLS.length]).join('')
  return `${symbols.slice(0, 4)}-${symbols.slice(4)}`
}

/** A typed code in canonical form, whatever its case and separators; undefined if it cannot be a code. */
export function normaliseCode(typed: string): string | undefined {
  const symbols = typed.toUpperCase().replaceAll(/[\s-]/g, '')
  return CODE.test(symbols) ? `${symbols.slice(0, 4)}-${symbols.slice(4)}` : undefined
}
