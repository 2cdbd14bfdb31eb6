import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { rfc8785Json } from '@heddle/domain/automation/canonical-json.ts'
import { verifyProof } from './verify-proof.ts'

const sealed = (value: object): string => {
  const sha256 = createHash('sha256').update(rfc8785Json(value)).digest('hex')
  return rfc8785Json({ ...value, sha256 })
}
const CHANGE = {
  version: 1,
  change: { name: 'Raise the MTU – dringend', opened_at: '2026-11-27T08:00:00.000+00:00' },
  queries: [{ name: 'é "quoted" \\ \n', summary: { added: 0, changed: 12.5e-7 }, reason: null, truncated: false }],
  checks: [],
  requests: ['4f8b'],
}
const REPORT = sealed(CHANGE)
const PROOF = sealed({ request: '4f8b', template: { name: 'Remove domains' }, executions: [], rows: [{ index: 0 }] })

const bytesOf = (text: string) => new TextEncoder().encode(text)
const because = (bytes: Uint8Array | string, expected?: string) => {
  const found = verifyProof(typeof bytes === 'string' ? bytesOf(bytes) : bytes, expected)
  return 'because' in found ? found.because : 'nothing'
}

describe('a report or a proof as it was sealed', () => {
  it('is recognized, with its name and hash', () => {
    expect(verifyProof(bytesOf(REPORT))).toEqual({
      ...{ kind: 'report of a change', name: 'Raise the MTU – dringend' },
      sha256: JSON.parse(REPORT).sha256,
    })
    expect(verifyProof(bytesOf(PROOF))).toMatchObject({
      ...{ kind: 'proof of an automation request', name: 'Remove domains' },
    })
  })

  it('says who changed what, if it says so itself', () => {
    const by = (user: string) => ({ status: 'found', entries: [{ user }, { user: 'earlier' }] })
    const blame = [by('ana'), by('ben'), by('ana'), { status: 'none', entries: [] }, { status: 'unknown' }]
    const proof = { request: '4f8b', template: { name: 'Remove domains' }, executions: [], blame }
    const [changed, added] = [[{ key: { dn: 'uni' }, blame: by('eva') }], [{ dn: 'uni/a', blame: { status: 'none' } }]]

    expect(verifyProof(bytesOf(sealed(proof)))).toMatchObject({
      changed_by: {
        people: [
          { user: 'ana', rows: 2 },
          { user: 'ben', rows: 1 },
        ],
        nobody: 1,
        unknown: 1,
      },
    })
    expect(verifyProof(bytesOf(sealed({ ...CHANGE, queries: [{ changed, added, removed: [] }] })))).toMatchObject({
      changed_by: { people: [{ user: 'eva', rows: 1 }], nobody: 1, unknown: 0 },
    })
    expect(verifyProof(bytesOf(PROOF))).not.toHaveProperty('changed_by')
  })

  it('has to be the one that is expected', () => {
    const { sha256 } = JSON.parse(REPORT) as { sha256: string }

    expect(because(REPORT, sha256.toUpperCase())).toBe('nothing')
    expect(because(REPORT, 'f'.repeat(64))).toBe(`It is sealed, but it is another one: its hash is ${sha256}.`)
  })
})

describe('what was changed is found out', () => {
  it.each([REPORT, PROOF])('whatever bit of whatever byte it is', (text) => {
    const bytes = bytesOf(text)
    for (let at = 0; at < bytes.length; at += 1)
      for (let bit = 0; bit < 8; bit += 1) {
        const changed = bytes.with(at, bytes[at]! ^ (1 << bit))
        expect([at, bit, because(changed)]).not.toEqual([at, bit, 'nothing'])
      }
  })

  it.each([
    { kind: 'a letter', text: REPORT.replace('Raise', 'Lower'), words: 'It was changed: its hash is ' },
    { kind: 'a number', text: REPORT.replace('"added":0', '"added":1'), words: 'It was changed: its hash is ' },
    { kind: 'the hash', text: REPORT.replace(/(?<="sha256":")./, 'x'), words: 'It was changed: its hash is ' },
    { kind: 'a name', text: REPORT.replace('"reason"', '"season"'), words: 'It was changed: its hash is ' },
    { kind: 'an item more', text: REPORT.replace('["4f8b"]', '["4f8b","a"]'), words: 'It was changed' },
    { kind: 'a space', text: REPORT.replace(':', ': '), words: 'It says what was sealed, but differs from byte 11 on' },
    { kind: 'a line end', text: `${REPORT}\n`, words: `differs from byte ${bytesOf(REPORT).length + 1} on` },
    { kind: 'a byte order mark', text: `\ufeff${REPORT}`, words: 'It is not JSON' },
    { kind: 'an escape', text: REPORT.replace('é', '\\u00e9'), words: 'It says what was sealed' },
    { kind: 'a way to write a number', text: REPORT.replace('"added":0', '"added":0.0'), words: 'differs from byte' },
    {
      kind: 'a name twice',
      text: REPORT.replace('"checks":[]', '"checks":[1],"checks":[]'),
      words: 'differs from byte',
    },
    { kind: 'the order', text: rearranged(REPORT), words: 'It says what was sealed, but differs from byte 3 on' },
    { kind: 'the end', text: REPORT.slice(0, -1), words: 'It is not JSON: it was cut' },
    { kind: 'everything', text: '', words: 'It is not JSON' },
    { kind: 'the hash itself', text: rfc8785Json(CHANGE), words: 'Its hash is missing' },
    { kind: 'the file', text: '{"a":1}', words: 'It is neither a report of a change nor a proof' },
    { kind: 'the shape', text: '[]', words: 'It is neither a report of a change nor a proof' },
  ])('$kind', ({ text, words }) => {
    expect(because(text)).toContain(words)
  })

  it('what is no text', () => {
    expect(because(Uint8Array.of(0xff, 0xfe))).toContain('It is not UTF-8')
  })
})

function rearranged(text: string): string {
  const { change, ...rest } = JSON.parse(text) as Record<string, unknown>
  return JSON.stringify({ version: rest.version, change, ...rest })
}
