import { describe, expect, it } from 'vitest'
import { processorMs } from '@heddle/domain/testing/processor-ms.ts'
import { readObject } from './read-json.ts'

describe('the object that a model wrote', () => {
  it.each([
    ['alone', '{"a":1}'],
    ['with white space around it', '\n {"a": 1}\n'],
    ['in a fence', '```json\n{"a":1}\n```'],
    ['in a fence without a language', 'Here:\n```\n{"a":1}\n```\nBye.'],
    ['in prose', 'Sure! {"a":1} Anything else?'],
    ['behind its thoughts', '<think>maybe {"a":2}?</think>\n{"a":1}'],
    ['behind other braces', 'The set {x, y} gives {"a":1}.'],
    ['before more of them', '{"a":1}{"a":2}'],
  ])('%s', (_title, text) => {
    expect(readObject(text)).toEqual({ a: 1 })
  })

  it('may have braces and quotes in its texts', () => {
    const value = { a: 'a } and a { and a \\" and a \\', b: { c: [{}] } }

    expect(readObject(`Look: ${JSON.stringify(value)}!`)).toEqual(value)
  })

  it.each(['', 'no', '[1]', '{"a":', '{"a":1,"', '```json\n{"a":\n```', 'null'])('is not in %j', (text) => {
    expect(readObject(text)).toBeUndefined()
  })

  it('loses keys that reach prototypes', () => {
    const value = readObject('{"__proto__":{"x":1},"constructor":{"prototype":{"y":1}},"a":1}')

    expect(Object.getOwnPropertyNames(value)).toEqual(['a'])
  })

  it('is not searched for forever', () => {
    const startedAt = processorMs()

    readObject('{'.repeat(200_000))
    readObject('{"'.repeat(200_000))
    readObject('<think>'.repeat(200_000))

    expect(processorMs() - startedAt).toBeLessThan(2_000)
  })
})
