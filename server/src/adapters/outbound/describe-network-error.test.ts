import { describe, expect, it } from 'vitest'
import { describeNetworkError } from './describe-network-error.ts'

const withCode = (code: string, message = 'words of the library') => Object.assign(new Error(message), { code })

describe('describeNetworkError', () => {
  it.each([
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'tls', 'self-signed'],
    ['CERT_HAS_EXPIRED', 'tls', 'expired'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'tls', 'another host name'],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'tls', 'unknown authority'],
    ['EPROTO', 'tls', 'does not speak TLS'],
    ['ERR_SSL_WRONG_VERSION_NUMBER', 'tls', 'does not speak TLS'],
    ['ERR_SSL_SOMETHING', 'tls', 'ERR_SSL_SOMETHING'],
    ['ECONNREFUSED', 'unreachable', 'refused'],
    ['ENOTFOUND', 'unreachable', 'unknown'],
    ['UND_ERR_CONNECT_TIMEOUT', 'unreachable', 'timed out'],
    ['UND_ERR_BODY_TIMEOUT', 'timeout', 'stopped answering'],
    ['ECONNRESET', 'interrupted', 'broke'],
    ['ESOMETHING', 'unreachable', '(ESOMETHING)'],
  ])('describes %s in plain words', (code, kind, words) => {
    expect(describeNetworkError(withCode(code))).toEqual({ kind, message: expect.stringContaining(words) })
  })

  it('finds the code inside other errors', () => {
    const several = new AggregateError([withCode('ECONNREFUSED'), withCode('ENETUNREACH')])
    const wrapped = new Error('request failed', { cause: several })

    expect(describeNetworkError(wrapped)).toMatchObject({
      kind: 'unreachable',
      message: expect.stringContaining('refused'),
    })
  })

  it('repeats no text from a server or from a thrown non-error', () => {
    const described = [
      describeNetworkError(new Error('secret')),
      describeNetworkError('secret'),
      describeNetworkError(undefined),
    ]

    expect(JSON.stringify(described)).not.toContain('secret')
  })
})
