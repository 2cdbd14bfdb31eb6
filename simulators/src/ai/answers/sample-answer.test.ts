import { describe, expect, it } from 'vitest'
import { sampleAnswer } from './sample-answer.ts'

const ask = (schema: Record<string, unknown> | undefined, text = 'Which fvBD has no VRF?', wantsJson = false) =>
  sampleAnswer({
    provider: 'openai',
    model: 'm',
    system: '',
    messages: [{ role: 'user', text }],
    schema,
    wantsJson,
    tool: undefined,
    isStreamed: false,
    maxTokens: undefined,
  })

describe('sampleAnswer', () => {
  it.each<[object, unknown]>([
    [{ type: 'string' }, 'Which fvBD has no VRF?'],
    [{ type: 'string', maxLength: 5 }, 'Which'],
    [{ enum: ['fvCtx', 'fvBD'] }, 'fvBD'],
    [{ enum: ['other', 'another'] }, 'other'],
    [{ const: 7 }, 7],
    [{ type: 'integer', minimum: 2 }, 2],
    [{ type: ['null', 'boolean'] }, false],
    [{ anyOf: [{ type: 'null' }, { type: 'NUMBER' }] }, 0],
    [{ type: 'null' }, null],
    [{ type: 'array', items: { type: 'integer' }, minItems: 2 }, [0, 0]],
    [{ type: 'array', items: {}, maxItems: 0 }, []],
    [{ type: 'object', properties: { a: { type: 'boolean' }, b: {} }, required: ['a'] }, { a: false }],
    [{ $ref: '#/$defs/x', $defs: { x: { const: 'referred' } } }, 'referred'],
  ])('fills %j', (schema, value) => {
    expect(JSON.parse(ask({ ...schema }) as string)).toEqual(value)
  })

  it('ends in a schema that contains itself', () => {
    const node = {
      type: 'object',
      properties: { children: { type: 'array', items: { $ref: '#' } } },
      required: ['children'],
    }

    expect((ask(node) as string).length).toBeLessThan(500)
  })

  it('answers without a schema in a sentence, or in an object around it', () => {
    expect(ask(undefined, 'x'.repeat(100))).toBe(
      `You asked: ${'x'.repeat(59)}…. This is the answer of a simulated model.`,
    )
    expect(ask(undefined, 'ping', true)).toEqual({
      answer: 'You asked: ping. This is the answer of a simulated model.',
    })
  })
})
