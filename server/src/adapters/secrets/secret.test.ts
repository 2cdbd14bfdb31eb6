import { inspect } from 'node:util'
import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import { Secret } from './secret.ts'

const secret = new Secret('hunter2')

describe('a secret', () => {
  it('gives its value only through `reveal`', () => {
    expect(secret.reveal()).toBe('hunter2')
  })

  it.each([
    ['in a template', () => `with ${secret as unknown as string}`],
    ['concatenated to a text', () => 'x' + String(secret)],
    ['as JSON', () => JSON.stringify({ password: secret })],
    ['inspected', () => inspect({ password: secret }, { showHidden: true, depth: 9, customInspect: false })],
    ['when inspected', () => inspect([secret])],
    ['copied', () => JSON.stringify(Object.assign({}, secret))],
    ['thrown in an error', () => new Error('failed with ' + secret.toString()).message],
    ['cloned', () => JSON.stringify(structuredClone(secret))],
    ['enumerated', () => JSON.stringify([Object.entries(secret), Reflect.ownKeys(secret).map(String)])],
  ])('stays hidden %s', (_case, print) => {
    expect(print()).not.toContain('hunter2')
  })

  it('stays hidden in the log', () => {
    const lines: string[] = []
    const logger = pino({}, { write: (line: string) => void lines.push(line) })

    logger.info({ secret, nested: { list: [secret] } }, 'connected with %s and %o', secret, secret)

    expect(lines.join()).toContain('***')
    expect(lines.join()).not.toContain('hunter2')
  })
})
