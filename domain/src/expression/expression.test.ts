import { describe, expect, it } from 'vitest'
import type { Row, Value } from '../values/row.ts'
import { compileExpression } from './expression.ts'
import { LIMITS } from './expression-limits.ts'

const row: Row = {
  name: 'web',
  mtu: '9000',
  floor: '900',
  speed: '1.5',
  flags: 'a,b',
  empty: null,
  on: true,
  count: 5,
  list: ['a', 'b'],
  'BD.name': 'bd-1',
  'BD.VRF.name': 'prod',
  in: 'reserved',
}

function evaluate(text: string, over: Row = row): Value | { failed: string } {
  const compiled = compileExpression(text)
  if (!compiled.ok) throw new Error(compiled.message)
  const result = compiled.evaluate(over)
  return result.ok ? result.value : { failed: result.message }
}

describe('an expression', () => {
  it.each<[string, Value]>([
    ['name + "/" + mtu', 'web/9000'],
    ['mtu + 1', 9001],
    ['1 + mtu', 9001],
    ['mtu + floor', '9000900'],
    ['number(mtu) + number(floor)', 9900],
    ['mtu - floor', 8100],
    ['mtu * 2', 18000],
    ['mtu / floor', 10],
    ['5 / 2', 2.5],
    ['int(5 / 2)', 2],
    ['mtu % 7', 5],
    ['-speed', -1.5],
    ['count + 1', 6],
    ['name + string(count)', 'web5'],
    ['name + "-" + "5"', 'web-5'],
    ['list + ["c"]', ['a', 'b', 'c']],
    ['list[1]', 'b'],
    ['flags.split(",")[0]', 'a'],
    ['list.join("+")', 'a+b'],
    ['name.replace("w", "W")', 'Web'],
    ['name.substring(1, 2)', 'e'],
    ['name.upperAscii().size()', 3],
    ['size(list)', 2],
    ['row["BD.name"]', 'bd-1'],
    ['BD.name', 'bd-1'],
    ['BD.VRF.name', 'prod'],
    ['row.name', 'web'],
    ['row["in"]', 'reserved'],
    ['on ? "yes" : "no"', 'yes'],
    ['empty', null],
    ['null', null],
    ['9007199254740991', 9007199254740991],
  ])('evaluates %s', (text, value) => {
    expect(evaluate(text)).toEqual(value)
  })
})

describe('a condition', () => {
  it.each<[string, boolean]>([
    ['mtu > 1500', true],
    ['mtu > floor', true],
    ['mtu < floor', false],
    ['mtu >= "10000"', false],
    ['mtu == 9000', true],
    ['mtu == "9000"', true],
    ['mtu == "9000.0"', false],
    ['9000.0 == mtu', true],
    ['name == 5', false],
    ['name != 5', true],
    ['name < "x"', true],
    ['empty == null', true],
    ['name == null', false],
    ['list == ["a", "b"]', true],
    ['mtu in [1500, 9000]', true],
    ['"a" in list', true],
    ['"BD.name" in row', true],
    ['"nope" in row', false],
    ['"constructor" in row', false],
    ['has(name)', true],
    ['has(empty)', false],
    ['has(nope)', false],
    ['has(BD.name)', true],
    ['bool("yes")', true],
    ['bool("no") || !on', false],
    ['name.matches("^w.b$")', true],
    ['name.startsWith("w") && name.endsWith("b") && name.contains("e")', true],
    ['name > 5 || true', true],
    ['mtu.contains(90)', true],
    ['name > 5 && false', false],
  ])('evaluates %s to %s', (text, value) => {
    expect(evaluate(text)).toBe(value)
  })
})

describe('an expression that fails for a row', () => {
  it.each([
    ['name + 1', '+: the text "web" is not a number'],
    ['name * 2', '*: the text "web" is not a number'],
    ['empty + "x"', '+: null is not a number'],
    ['empty > 5', '>: null and 5 have no order'],
    ['mtu > "high"', undefined],
    ['mtu / 0', 'division by zero'],
    ['1e308 * 10', 'the number is too large'],
    ['name ? 1 : 2', 'the text "web" is neither true nor false'],
    ['name && true', 'the text "web" is neither true nor false'],
    ['nope', 'there is no column nope'],
    ['constructor', 'there is no column constructor'],
    ['row["__proto__"]', 'there is no column __proto__'],
    ['toString + "x"', 'there is no column toString'],
    ['list[2]', 'the list of 2 has no item 2'],
    ['list[-1]', 'the list of 2 has no item -1'],
    ['name[0]', 'the text "web" is not a list'],
    ['name.substring(2, 9)', 'substring: 2 to 9 is outside a text of 3'],
    ['int(name)', 'int: the text "web" is not a number'],
    ['string(empty)', 'string: null has no text'],
    [
      'name.split("").join(name).split("").join(name).split("").join(name).split("").join(name).split("").join(name).split("").join(name).split("").join(name).split("").join(name).split("").join(name).split("").join(name)',
      `longer than ${LIMITS.resultSize}`,
    ],
  ])('says why: %s', (text, message) => {
    const result = evaluate(text)

    if (message === undefined) expect(result).toBe(false)
    else expect(result).toEqual({ failed: message })
  })
})

describe('an invalid expression', () => {
  it.each([
    ['', 'the expression is empty'],
    ['2 +', 'Unexpected token: EOF at character 4'],
    ['name = 5', 'character'],
    ['[1, 2].map(x, x)', 'map(…) is a loop; expressions have none'],
    ['cel.bind(x, 1, x)', 'bind(…) is a loop'],
    ['row', 'row["column"]'],
    ['row[name]', 'in quotes'],
    ['{"a": 1}', 'map'],
    ['1u', 'not supported'],
    ['now()', 'there is no function now; expected one of size, number'],
    ['name.startWith("a")', 'did you mean startsWith?'],
    ['name.constructor()', 'there is no function constructor'],
    ['name.contains()', 'contains(…) got 0 arguments, expected 1'],
    ['name.matches(mtu)', 'one pattern in quotes'],
    ['name.matches("(")', 'is not a valid pattern'],
    ['99999999999999999999 > 1', 'too large for a number'],
    ['__proto__', 'Reserved identifier'],
    ['1' + '+1'.repeat(600), 'Exceeded maxAstNodes'],
    ['('.repeat(60) + '1' + ')'.repeat(60), 'Exceeded maxDepth'],
    [`"${'x'.repeat(5000)}"`, 'expected at most 4000'],
  ])('is rejected: %.40s', (text, message) => {
    const compiled = compileExpression(text)

    expect(compiled).toMatchObject({ ok: false })
    expect(compiled.ok || compiled.message).toContain(message)
  })
})

describe('the columns of an expression', () => {
  it.each<[string, string[]]>([
    ['name + "/" + mtu + name', ['name', 'mtu']],
    ['row["BD.name"] + BD.VRF.name', ['BD.name', 'BD.VRF.name']],
    ['has(nope) ? name : [a, b].join(c)', ['name', 'a', 'b', 'c']],
    ['"x" in row', []],
    ['x ? y[0] : -z', ['x', 'y', 'z']],
  ])('the columns of %s are %j', (text, columns) => {
    expect(compileExpression(text)).toMatchObject({ ok: true, columns })
  })

  it('may have the names of object internals', () => {
    const hostile: Row = { constructor: 'c' }
    Object.defineProperty(hostile, '__proto__', { value: 'p', enumerable: true })

    expect(evaluate('constructor + row["__proto__"]', hostile)).toBe('cp')
  })
})

it('matches patterns that would blow up a backtracking engine', () => {
  expect(evaluate('name.matches("^(a+)+$")', { name: `${'a'.repeat(5000)}!` })).toBe(false)
})
