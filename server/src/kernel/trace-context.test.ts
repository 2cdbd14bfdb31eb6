import { describe, expect, it } from 'vitest'
import { currentTrace, formatTraceparent, inTrace, parseTraceparent, traceFields } from './trace-context.ts'

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'
const SPAN = '00f067aa0ba902b7'

describe('a traceparent', () => {
  it.each([
    [`00-${TRACE}-${SPAN}-01`, true],
    [`00-${TRACE}-${SPAN}-00`, false],
    [`01-${TRACE}-${SPAN}-03-of a later version`, true],
  ])('%s is read', (header, sampled) => {
    expect(parseTraceparent(header)).toEqual({ traceId: TRACE, spanId: SPAN, sampled })
  })

  it.each([
    undefined,
    '',
    TRACE,
    `00-${'0'.repeat(32)}-${SPAN}-01`,
    `00-${TRACE}-${'0'.repeat(16)}-01`,
    `ff-${TRACE}-${SPAN}-01`,
    `00-${TRACE.toUpperCase()}-${SPAN}-01`,
  ])('%s is ignored', (header) => {
    expect(parseTraceparent(header)).toBeUndefined()
  })
})

it.each([true, false])('a position in a trace is written as it is read (sampled: %s)', (sampled) => {
  const context = { traceId: TRACE, spanId: SPAN, sampled }

  expect(parseTraceparent(formatTraceparent(context))).toEqual(context)
})

it('a trace follows the code it runs, and is named in its log lines', async () => {
  const context = parseTraceparent(`00-${TRACE}-${SPAN}-01`)

  const inside = await inTrace(context, async () => {
    await Promise.resolve()
    return traceFields()
  })

  expect([inside, traceFields(), currentTrace()]).toEqual([{ trace_id: TRACE }, {}, undefined])
})
