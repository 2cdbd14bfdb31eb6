import { describe, expect, it } from 'vitest'
import { processorMs } from '@heddle/domain/testing/processor-ms.ts'
import { keyMask, readable, readErrorBody } from './provider-words.ts'

const KEY = 'abcdefgh-IJKLMNOP-12345678-zyx"w'

describe('the mask', () => {
  it.each([
    ['the key itself', `wrong key ${KEY}!`, 'wrong key …!'],
    ['the key within a URL', `GET /models?key=${encodeURIComponent(KEY)} failed`, 'GET /models?key=… failed'],
    ['the key as JSON writes it', `{"key":${JSON.stringify(KEY)}}`, '{"key":"…"}'],
    ['a part of the key', 'no key starts with abcdefgh-IJKL', 'no key starts with …'],
    ['stars in the middle', 'Incorrect API key provided: abc-****************yxw.', 'Incorrect API key provided: ….'],
    ['dots in the middle', 'the key sk-a1b2...wxyz and abcd…wxyz are wrong', 'the key … and … are wrong'],
    ['another key', 'use sk-proj-0123456789 or AIzaSyA-12345678901234567890123456', 'use … or …'],
    ['a token', 'got Bearer 0123456789abcdefghij, want another', 'got Bearer …, want another'],
    ['a signed token', 'token eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.abc expired', 'token … expired'],
    ['32 hexadecimal digits', 'key 0123456789abcdef0123456789abcdef', 'key …'],
  ])('hides %s', (_title, text, masked) => {
    expect(keyMask(KEY)(text)).toBe(masked)
  })

  it.each([
    'model claude-sonnet-4-5-20250929 not found',
    'api-version 2024-10-21 is not supported by deployments of gpt-5.4-mini',
    "Unsupported parameter: 'max_completion_tokens'",
    'Using Bearer auth (i.e. Authorization: Bearer YOUR_KEY)',
    'Wait… what?',
  ])('leaves %j', (text) => {
    expect(keyMask(KEY)(text)).toBe(text)
    expect(keyMask('')(text)).toBe(text)
  })
})

describe('readable words', () => {
  it('have no markup, no queries, no line breaks, and an end', () => {
    const text = `<p>No\n\u0000entry</p> at https://h.example/a?token=1 ${'x '.repeat(1_000)}`

    const words = readable(text, keyMask(KEY))

    expect(words).toMatch(/^No entry at https:\/\/h\.example\/a x x/)
    expect(words).toMatch(/x…$/)
    expect(words.length).toBeLessThanOrEqual(300)
  })

  it('hide a key that would be cut in two', () => {
    const words = readable(`${'x'.repeat(290)} ${KEY}`, keyMask(KEY))

    expect(words).toBe(`${'x'.repeat(290)} …`)
  })

  it.each(['a'.repeat(100_000), '<'.repeat(100_000), '*'.repeat(100_000), 'sk-'.repeat(50_000)])(
    'take no time to find',
    (text) => {
      const startedAt = processorMs()

      readable(text, keyMask(KEY))

      expect(processorMs() - startedAt).toBeLessThan(2_000)
    },
  )
})

describe('error bodies', () => {
  it.each([
    ['OpenAI', { error: { message: 'm', type: 't', param: null, code: 'c' } }, 'm', 'c t'],
    ['Ollama', { error: 'm' }, 'm', ''],
    ['Mistral', { object: 'error', message: 'm', type: 't', code: '1500' }, 'm', '1500 t'],
    ['a gateway', { detail: 'm' }, 'm', ''],
    ['a list of faults', { detail: [{ loc: ['body'], msg: 'm' }, { msg: 'n' }] }, 'm n', ''],
    ['Google', [{ error: { code: 400, message: 'm', status: 's', details: [{ reason: 'r' }, { x: 1 }] } }], 'm', 's r'],
    ['Azure’s filter', { error: { message: 'm', code: 'c', innererror: { code: 'i' } } }, 'm', 'c i'],
    [
      'OpenRouter',
      { error: { message: 'm', code: 502, metadata: { raw: '{"error":{"message":"behind"}}' } } },
      'm: behind',
      '',
    ],
    ['a server without words', { error: {} }, undefined, ''],
    ['a list', [], undefined, ''],
    ['null', null, undefined, ''],
  ])('of %s', (_title, body, message, codes) => {
    expect(readErrorBody(JSON.stringify(body), 'application/json')).toMatchObject({ message, codes })
  })

  it('are plain texts, but no web pages', () => {
    expect(readErrorBody('404 page not found\n', 'text/plain').message).toBe('404 page not found\n')
    expect(readErrorBody('<html>s3cret</html>', 'text/plain').message).toBeUndefined()
    expect(readErrorBody('s3cret', 'text/html').message).toBeUndefined()
    expect(readErrorBody('{"error": {"mess', 'application/json').message).toBeUndefined()
  })
})
