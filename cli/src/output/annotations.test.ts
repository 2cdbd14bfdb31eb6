import { PassThrough } from 'node:stream'
import { expect, it } from 'vitest'
import { annotate } from './annotations.ts'

const result = { waiver: null, severity: 'high', findings: 1 } as never
const check = (...results: object[]) =>
  ({ results: results.map((one) => ({ ...(result as object), ...one })) }) as never

function written(env: Record<string, string>): string {
  const stderr = new PassThrough()
  const results = check(
    { name: 'BDs: all, 100%', status: 'failed', reason: '1 row', execution: 'e1' },
    { name: 'fine', status: 'passed', reason: null, execution: 'e2' },
    { name: 'away', status: 'error', reason: 'The controller\ndid not answer', execution: null },
  )
  annotate({ env, stderr }, results, [
    { name: 'BDs: all, 100%', address: 'http://heddle/runs/e1', rows: [{ dn: 'uni/tn-A', x: '::' }] },
  ])
  return String(stderr.read() ?? '') + String(stderr.read() ?? '')
}

it('a workflow of GitHub shows what failed, with its rows', () => {
  expect(written({ GITHUB_ACTIONS: 'true' })).toBe(
    '::error title=BDs%3A all%2C 100%25::1 row%0Auni/tn-A  x=::%0Ahttp://heddle/runs/e1\n' +
      '::error title=away::The controller%0Adid not answer\n',
  )
})

it('elsewhere nothing is written', () => {
  expect(written({})).toBe('')
})
