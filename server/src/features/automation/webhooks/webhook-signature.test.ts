import { createHmac } from 'node:crypto'
import { expect, it } from 'vitest'
import { isSigned } from './webhook-signature.ts'

const SECRET = 'a shared secret'
const BODY = Buffer.from('{"id": 1}')
const hex = createHmac('sha256', SECRET).update(BODY).digest('hex')

it.each([
  ['the secret', SECRET, true],
  ['the HMAC of the body', `sha256=${hex}`, true],
  ['the HMAC in capitals', `sha256=${hex.toUpperCase()}`, true],
  ['the HMAC without its prefix', hex, false],
  ['the secret in capitals', SECRET.toUpperCase(), false],
  ['the beginning of the secret', SECRET.slice(0, -1), false],
  ['the HMAC with another secret', `sha256=${createHmac('sha256', 'other').update(BODY).digest('hex')}`, false],
  ['nothing', '', false],
])('%s is a signature or not', (_name, signature, expected) => {
  expect(isSigned(signature, BODY, SECRET)).toBe(expected)
})
