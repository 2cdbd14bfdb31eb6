import { describe, expect, it } from 'vitest'
import { compileExpression } from '../../expression/expression.ts'
import { FilledTexts } from '../budget.ts'
import { bindExpression } from './bind-expression.ts'

const HOSTILE = ['"', "'", '\\', '\\"', '\\\\', '" + "', '") || true || ("', '\n', '\r\n', '\u2028', '// x', '{{a}}', '${a}', '007', 'a b', '', '😀', '__proto__'] // prettier-ignore

const evaluate = (template: string, v: unknown) => {
  const bound = bindExpression(template, { variables: { v }, filled: new FilledTexts(), now: 0 })
  if (!bound.ok) throw new Error(bound.faults[0]?.message)
  const compiled = compileExpression(bound.value)
  if (!compiled.ok) throw new Error(compiled.message)
  return compiled.evaluate({})
}

describe('a variable in an expression', () => {
  it.each(HOSTILE)('keeps its text in any kind of quotes: %j', (v) => {
    expect(evaluate('{{v}}', v)).toEqual({ ok: true, value: v })
    expect(evaluate('"x" + {{v}} + "y"', v)).toEqual({ ok: true, value: `x${v}y` })
    expect(evaluate('"<{{v}}>"', v)).toEqual({ ok: true, value: `<${v}>` })
    expect(evaluate("'<{{v}}>'", v)).toEqual({ ok: true, value: `<${v}>` })
    expect(evaluate('"""<{{v}}>"""', v)).toEqual({ ok: true, value: `<${v}>` })
    expect(evaluate('"\\\\" + \'"\' + "{{v}}"', v)).toEqual({ ok: true, value: `\\"${v}` })
  })

  it('is a number if it spells one, except in quotes', () => {
    expect(evaluate('{{v}} + 1', '5')).toEqual({ ok: true, value: 6 })
    expect(evaluate('"{{v}}" + "1"', '5')).toEqual({ ok: true, value: '51' })
  })

  it.each([5, -5, 0.25, -0.5, 1e21, true, false])('keeps the value %j', (v) => {
    expect(evaluate('{{v}}', v)).toEqual({ ok: true, value: v })
  })

  it('can be a list', () => {
    expect(evaluate('"b\\"" in {{v}}', ['a', 'b"'])).toEqual({ ok: true, value: true })
  })
})
