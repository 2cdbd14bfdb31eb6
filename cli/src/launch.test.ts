import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { missingVariables } from './launch.ts'

const nowhere = { HEDDLE_CONFIG: '/nowhere/config.json' }

describe('what Node has to know at its start', () => {
  it.each([
    ['nothing', [], {}, {}],
    ['a certificate by option', ['--ca-file', '/ca.pem', 'whoami'], {}, { NODE_EXTRA_CA_CERTS: '/ca.pem' }],
    ['a certificate with =', ['whoami', '--ca-file=/ca.pem'], {}, { NODE_EXTRA_CA_CERTS: '/ca.pem' }],
    ['a certificate by variable', [], { HEDDLE_CA_FILE: '/ca.pem' }, { NODE_EXTRA_CA_CERTS: '/ca.pem' }],
    ['a proxy', [], { https_proxy: 'http://proxy:3128' }, { NODE_USE_ENV_PROXY: '1' }],
    ['a proxy that is turned off', [], { HTTPS_PROXY: 'http://p', NODE_USE_ENV_PROXY: '0' }, {}],
    ['nothing twice', ['--ca-file', '/ca.pem'], { HEDDLE_STARTED_AGAIN: '1' }, {}],
  ])('is %s', async (_, words, env, expected) => {
    expect(await missingVariables(words, { ...nowhere, ...env }, true)).toEqual(expected)
  })

  it('is the certificate of the context that is used', async () => {
    const file = join(await mkdtemp(join(tmpdir(), 'heddle-launch-')), 'config.json')
    const contexts = { a: { url: 'https://a', caFile: '/a.pem' }, b: { url: 'https://b' } }
    await writeFile(file, JSON.stringify({ current: 'a', contexts }))
    const env = { HEDDLE_CONFIG: file }

    expect(await missingVariables([], env)).toEqual({ NODE_EXTRA_CA_CERTS: '/a.pem' })
    expect(await missingVariables(['--context', 'b'], env)).toEqual({})
  })
})
