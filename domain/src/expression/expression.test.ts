import { describe, expect, it } from 'vitest'
import type { Row, Value } from '../values/row.ts'
import { Steps } from '../patterns/steps.ts'
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
    ['timestamp("2026-03-01T12:00:00.000+02:00") == timestamp("2026-03-01T10:00:00Z")', true],
    ['timestamp("2026-03-01T12:00:00.000+02:00")', '2026-03-01T10:00:00.000Z'],
    ['timestamp("2026-03-01") + duration("1h30m")', '2026-03-01T01:30:00.000Z'],
    ['timestamp("2026-03-01") - timestamp("2026-02-28") == duration("1d")', true],
    ['timestamp("2026-03-01") - duration("1w") < timestamp("2026-02-23")', true],
    ['timestamp("2026-03-01") - timestamp("2026-02-28")', '86400s'],
    ['number(duration("90m"))', 5400],
    ['duration("-1.5s") + duration("2500ms") == duration("1s")', true],
    ['"2026-03-01T12:00:00+02:00" < "2026-03-01T10:30:00Z"', true],
    ['"2026-03-01T12:00:00+02:00" == "2026-03-01T10:00:00Z"', false],
    ['version("16.0(9c)") < version("16.0(10c)")', true],
    ['version("16.0(9c)") == version("16.0(9c)")', true],
    ['"16.0(9c)" < "16.0(10c)"', false],
    ['ip("2001:DB8::1") == ip("2001:db8:0::1")', true],
    ['ip("10.0.0.9") < ip("10.0.0.10")', true],
    ['ip("10.0.0.1/24") == ip("10.0.0.1")', true],
    ['ip("10.0.0.1") == "10.0.0.1"', true],
    ['ip("10.0.0.1") != "web"', true],
    ['ip("10.0.0.1").family() + ip("::1").family()', 10],
    ['ip("10.0.0.1/24")', '10.0.0.1'],
    ['cidr("10.1.0.0/16").containsIP("10.1.2.3/24")', true],
    ['cidr("10.1.0.0/16").containsIP(ip("::1"))', false],
    ['cidr("10.1.0.0/16").containsCIDR("10.1.2.0/24") && !cidr("10.1.2.0/24").containsCIDR(cidr("10.1.0.0/16"))', true],
    ['cidr("2001:db8::/32").prefixLength()', 32],
    ['mac("0022.bdf8.19ff") == mac("00:22:BD:F8:19:FF")', true],
    ['mac("0022.bdf8.19ff") == "00-22-bd-f8-19-ff"', true],
    ['mac("0022.bdf8.19ff")', '00:22:BD:F8:19:FF'],
    ['number_of("https") + number_of("8080")', 8523],
    ['[ip("::1"), 1]', ['::1', 1]],
    ['round(2.5)', 3],
    ['round(-2.5)', -3],
    ['round("1.005", 2)', 1.01],
    ['round(mtu / 7, 1)', 1285.7],
    ['min(mtu, floor, 1000)', '900'],
    ['max(empty, 3, 12)', 12],
    ['max(timestamp("2026-03-01"), "2026-03-02") == timestamp("2026-03-02")', true],
    ['min(empty)', null],
    ['coalesce(empty, name, 1)', 'web'],
    ['coalesce(empty, empty)', null],
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
    ['[1, 2].map(x, x)', 'map(…) is a loop; expressions have only exists and all'],
    ['list.exists("x", true)', 'invalid predicate iteration variable'],
    ['list.all(x)', 'all(…) takes a name for the items and a condition'],
    ['list.all(row, true)', 'all(…) takes a name for the items and a condition'],
    ['list.exists(x, x.name == "a")', 'x is an item of a list, which has no fields'],
    ['list.exists(x, has(x))', 'has(…) takes one column'],
    ['cel.bind(x, 1, x)', 'bind(…) is a loop'],
    ['row', 'row["column"]'],
    ['row[name]', 'in quotes'],
    ['{"a": 1}', 'map'],
    ['1u', 'not supported'],
    ['clock()', 'there is no function clock; expected one of size, number'],
    ['name.startWith("a")', 'did you mean startsWith?'],
    ['name.constructor()', 'there is no function constructor'],
    ['name.contains()', 'contains(…) got 0 arguments, expected 1'],
    ['name.matches(mtu)', 'one pattern in quotes'],
    ['name.matches("(")', 'is not a pattern RE2 understands'],
    ['name.matches("(?:a?b?c?d?e?f?g?h?i?j?k?){1000}")', 'the pattern repeats too much'],
    [`name.matches("${'a'.repeat(1001)}")`, 'at most 1000 are allowed'],
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

describe('a condition on the items of a list', () => {
  it.each<[string, Value]>([
    ['list.exists(x, x == "b")', true],
    ['list.exists(x, x == "c")', false],
    ['list.all(x, x == "a" || x == "b")', true],
    ['list.all(x, x == "a")', false],
    ['[].all(x, false) && ![].exists(x, true)', true],
    ['flags.split(",").all(flag, flag in list)', true],
    ['list.exists(name, name == "a") && name == "web"', true],
    ['list.exists(x, list.exists(y, x + y == "ba"))', true],
    ['list.exists(x, list.all(x, x != "c") && x == "a")', true],
    ['[name, 7].exists(x, x > 5)', true],
    ['[name, 7].all(x, x > 8)', false],
  ])('%s', (text, value) => {
    expect(evaluate(text)).toBe(value)
  })

  it.each([
    ['name.exists(x, true)', 'exists: the text "web" is not a list'],
    ['list.all(x, x)', 'the text "a" is neither true nor false'],
    ['[name, 7].exists(x, x > 8)', '>: the text "web" and 8 have no order'],
    ['hour("noon")', 'hour: the text "noon" is not an instant, such as 2026-03-01T12:00:00Z'],
    ['weekday("2026-03-01", "Mars")', 'weekday: the text "Mars" is not a time zone, such as Europe/Warsaw'],
    ['version("6.0(9)") < version("6.0(9c)")', 'version: the text "6.0(9)" is not a version, such as 6.0(9c)'],
  ])('%s fails for a row', (text, message) => {
    expect(evaluate(text)).toEqual({ failed: message })
  })

  it('takes steps for every item, in loops within loops, too', () => {
    const compiled = compileExpression('name.split("").all(x, name.split("").all(y, true))', new Steps(1_000_000))

    expect(compiled.ok && compiled.evaluate({ name: 'a'.repeat(1_000) })).toMatchObject({
      ok: false,
      message: expect.stringContaining('more than 1000000 steps') as string,
    })
  })
})

describe('the columns of an expression', () => {
  it.each<[string, string[]]>([
    ['name + "/" + mtu + name', ['name', 'mtu']],
    ['row["BD.name"] + BD.VRF.name', ['BD.name', 'BD.VRF.name']],
    ['has(nope) ? name : [a, b].join(c)', ['name', 'a', 'b', 'c']],
    ['"x" in row', []],
    ['x ? y[0] : -z', ['x', 'y', 'z']],
    ['a.exists(x, x == b || c.all(y, x == y)) && y', ['a', 'b', 'c', 'y']],
  ])('the columns of %s are %j', (text, columns) => {
    expect(compileExpression(text)).toMatchObject({ ok: true, columns })
  })

  it.each<[string, string[] | undefined]>([
    ['has(nope) ? name + BD.name : name', ['nope', 'name', 'BD.name']],
    ['"x" in row && row["y"] > 1', ['x', 'y']],
    ['"a" in list', ['list']],
    ['name in row || a', undefined],
    ['list.all(x, x in row)', undefined],
    ['list.all(x, "y" in row && x)', ['list', 'y']],
    ['("x" + "y") in row', undefined],
  ])('%s can tell whether there are columns %j', (text, consulted) => {
    expect(compileExpression(text)).toMatchObject({ ok: true, consulted })
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

describe('the steps of an expression', () => {
  const LONG = { name: 'a'.repeat(1_000) }

  /** How many rows have a value before the steps are used up. */
  function rowsWithin(text: string, most: number): number {
    const compiled = compileExpression(text, new Steps(most))
    if (!compiled.ok) throw new Error(compiled.message)
    for (let count = 0; ; count++) {
      const result = compiled.evaluate(LONG)
      if (result.ok) continue
      expect(result.message).toBe(
        `more than ${most} steps over all rows, counting the characters that functions and patterns look at`,
      )
      return count
    }
  }

  it.each([
    // A text, and what becomes of it.
    ['name.lowerAscii() == ""', 30_000, 10],
    ['name.contains("b")', 10_000, 10],
    ['size(name.split("a")) > 1', 30_000, 9],
    ['name == name', 20_000, 10],
    // A pattern of four instructions.
    ['name.matches("bc")', 40_000, 10],
  ])('%s, of which there are %i, are used up after %i rows of 1,000 characters', (text, most, rows) => {
    expect(rowsWithin(text, most)).toBe(rows)
  })

  it('are not counted for short texts', () => {
    const compiled = compileExpression('name.lowerAscii() == name', new Steps(0))

    expect(compiled.ok && compiled.evaluate({ name: 'BD' })).toEqual({ ok: true, value: false })
  })

  it('for one text and a pattern have a limit of their own, which the message names', () => {
    const text = 'name.matches("(a?){900}[bc]$")'

    expect(evaluate(text, { name: 'a'.repeat(5_000) })).toBe(false)
    expect(evaluate(text, { name: 'a'.repeat(90_000) })).toEqual({
      failed: 'a text of 90000 characters is too long for a pattern of 3604 instructions: expected at most 5549',
    })
  })
})

describe('addresses, times and versions', () => {
  it.each<[string, Value]>([
    ['ip("10.0.0.1") != ip("10.0.0.2") && !(ip("10.0.0.1") != "10.0.0.1")', true],
    ['ip("10.0.0.10") > ip("10.0.0.9")', true],
    ['ip("255.0.0.1") < ip("::1")', true],
    ['ip("0010:0::1") == ip("10::1")', true],
    ['ip("2001:db8::1").family()', 6],
    ['cidr("10.1.2.3/16").containsIP(ip("10.1.255.255"))', true],
    ['cidr("10.1.2.3/16").containsIP("10.2.0.0")', false],
    ['cidr("2001:db8::/32").containsIP("2001:DB8:1::1/64")', true],
    ['cidr("10.1.0.0/16").containsCIDR("10.1.0.0/16")', true],
    ['cidr("0.0.0.0/0").containsCIDR("::/0")', false],
    ['cidr("10.1.0.0/9") < cidr("10.1.0.0/16")', true],
    ['cidr("10.0.0.1/32") == cidr("10.0.0.1")', true],
    ['cidr("10.0.0.1/24") == cidr("10.0.0.0/24")', false],
    ['mac("0022BDF819FF") == mac("00-22-bd-f8-19-ff") && mac("0022.bdf8.19ff") != mac("00:22:BD:F8:19:FE")', true],
    ['timestamp("2026-03-01T12:00+02:00") == timestamp("2026-03-01T10:00:00.000")', true],
    ['timestamp("2026-03-01") == timestamp("2026-03-01T00:00:00Z")', true],
    [
      'duration("1w") == duration("7d") && duration("1d") == duration("24h") && duration("1h") == duration("60m")',
      true,
    ],
    ['timestamp("2026-03-29T00:00:00+01:00") + duration("1d") == timestamp("2026-03-30T00:00:00+01:00")', true],
    ['version("16.0(9c)") < "16.0(10c)" && version("5.2(7g)") < version("16.0(1a)")', true],
    ['version("16.0(9c)") != version("16.0(9d)")', true],
    ['version("n9000-16.0(9c)") == version("apic-6.0(9c).bin") && version("6.0.9c") == "16.0(9c)"', true],
    ['version("5.2(7f)") < version("5.2(7.123)")', true],
    ['version("n9000-16.0(9c)")', 'n9000-16.0(9c)'],
    ['hour("2026-03-01T23:30:00Z")', 23],
    ['hour(timestamp("2026-07-01T23:30:00Z"), "Europe/Warsaw")', 1],
    ['weekday("2026-03-01") * 10 + weekday("2026-03-02")', 71],
    ['weekday("2026-03-01T23:30:00Z", "Europe/Warsaw")', 1],
  ])('%s', (text, value) => {
    expect(evaluate(text)).toEqual(value)
  })
})

describe('the least and the greatest', () => {
  it.each<[string, Value]>([
    ['min("eth1/10", "eth1/9")', 'eth1/9'],
    ['max("16.0(9c)", "16.0(10c)")', '16.0(10c)'],
    ['min("10.0.0.10", "10.0.0.9")', '10.0.0.9'],
    ['max("2026-03-01T12:00:00+02:00", "2026-03-01T11:00:00Z")', '2026-03-01T11:00:00Z'],
    ['min("9", "web", "10")', '9'],
    ['max("18446744073709551614", "18446744073709551615")', '18446744073709551615'],
    ['max(ip("10.0.0.10"), ip("10.0.0.9")) == ip("10.0.0.10")', true],
    ['min(duration("2h"), duration("90m"))', '5400s'],
  ])('are those of the natural order: %s', (text, value) => {
    expect(evaluate(text)).toEqual(value)
  })

  it('fail for values without an order', () => {
    expect(evaluate('min("web", 5)')).toEqual({ failed: expect.stringContaining('have no order') as string })
    expect(evaluate('max(list, 5)')).toEqual({ failed: expect.stringContaining('have no order') as string })
  })
})

describe('long numbers', () => {
  const counters: Row = { a: '18446744073709551615', b: '18446744073709551614', c: '9007199254740993' }

  it.each<[string, Value]>([
    ['a == b', false],
    ['a > b', true],
    ['c == 9007199254740992.0', false],
    ['c > 9007199254740992.0', true],
    ['c in [9007199254740992.0]', false],
  ])('are compared exactly: %s', (text, value) => {
    expect(evaluate(text, counters)).toBe(value)
  })
})

describe('typed values', () => {
  it.each([
    ['timestamp("yesterday")', 'timestamp: the text "yesterday" is not an instant'],
    ['timestamp(null)', 'timestamp: null is not an instant'],
    ['timestamp("2026-03-01") + timestamp("2026-03-01")', '+: the timestamp 1772323200 is not a number'],
    ['timestamp("2026-03-01") < duration("1h")', 'have no order'],
    ['duration("soon")', 'duration: the text "soon" is not a duration'],
    ['timestamp("9999-12-31") + duration("1w")', 'not in any year'],
    ['ip("10.0.0.256")', 'is not an address'],
    ['cidr("10.0.0.0/33")', 'is not a network'],
    ['mac("00:22")', 'is not a MAC address'],
    ['number_of("inherit")', 'neither a number nor the name of one'],
    ['now()', 'only known in a run'],
  ])('fail for a row, not for the run: %s', (text, message) => {
    expect(evaluate(text)).toEqual({ failed: expect.stringContaining(message) as string })
  })
})
