import { describe, expect, it } from 'vitest'
import { createTotp } from './totp.ts'

const totp = createTotp()
// Appendix B of RFC 6238, the last six of eight digits: the secret is the ASCII text 12345678901234567890.
const RFC_SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'

describe('one-time passwords', () => {
  it.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [20_000_000_000, '353130'],
  ])('match the test vector of RFC 6238 at %i s', (seconds, code) => {
    expect(totp.stepOf(RFC_SECRET, code, new Date(seconds * 1000))).toBe(Math.floor(seconds / 30))
  })

  it.each([
    ['one step late', 30, 1],
    ['one step early', -30, 1],
    ['two steps late', 60, undefined],
  ])('are accepted or not when they come %s, as the drift allows', (_name, offset, expected) => {
    const at = new Date((59 + offset) * 1000)

    expect(totp.stepOf(RFC_SECRET, '287082', at)).toBe(expected)
  })

  it.each(['', '28708', '2870822', '28 082', 'abcdef', '２８７０８２'])('are six digits, which %j is not', (code) => {
    expect(totp.stepOf(RFC_SECRET, code, new Date(59_000))).toBeUndefined()
  })

  it('come with a 160-bit secret, a URL for authenticator apps and a QR code', async () => {
    const secret = totp.newSecret()
    const url = totp.urlOf(secret, 'wanda & co')

    expect(secret).toMatch(/^[A-Z2-7]{32}$/)
    expect(url).toBe(
      `otpauth://totp/Heddle:wanda%20%26%20co?issuer=Heddle&secret=${secret}&algorithm=SHA1&digits=6&period=30`,
    )
    expect(await totp.qrSvg(url)).toMatch(/^<svg /)
  })
})
