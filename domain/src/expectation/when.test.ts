import { describe, expect, it } from 'vitest'
import type { Parameter } from '@heddle/contract/queries.ts'
import { judgeWhen, whenClasses, type WhenFacts, whenFault } from './when.ts'

const parameter = (name: string, fallback: string | null = null): Parameter => ({
  name,
  label: name,
  type: 'text',
  required: false,
  default: fallback,
})

const FACTS: WhenFacts = {
  fabric: {
    version: '6.0(9c)',
    switch_versions: ['n9000-16.0(9c)'],
    lowest_switch: '6.0(9c)',
    highest_switch: null,
    nodes: 6,
    leafs: 3,
    spines: 1,
    controllers: 2,
    pods: 2,
  },
  classes: new Map([
    ['l3extOut', true],
    ['l3extLoopBackIfP', false],
  ]),
  parameters: [parameter('target'), parameter('zone', 'UTC')],
  variables: { target: '6.1(1f)', unknown: 'x' },
  now: Date.UTC(2026, 2, 2, 3),
}
const judge = (text: string) => judgeWhen(text, FACTS)

describe('a check concerns a fabric', () => {
  it.each([
    'fabric.version < version("6.0(10a)")',
    'version(fabric.version) < version("6.0(10a)") && fabric.leafs > 2',
    'has_class("l3extOut")',
    '!has_class("l3extLoopBackIfP")',
    'version(params.target) > version(fabric.version)',
    'fabric.switch_versions.exists(v, version(v) == version("6.0(9c)"))',
    'params.zone == "UTC" && hour(now()) == 3',
    'fabric.highest_switch == null',
  ])('where %s', (text) => {
    expect(judge(text)).toEqual({ status: 'applies' })
  })

  it.each([
    ['fabric.version < version("6.0(2h)")', 'fabric.version is 6.0(9c)'],
    ['fabric.pods > 2 && has_class("l3extOut")', 'fabric.pods is 2, has_class("l3extOut") is true'],
    ['has_class("l3extLoopBackIfP")', 'has_class("l3extLoopBackIfP") is false'],
    ['fabric.highest_switch != null', 'fabric.highest_switch is not known'],
  ])('not where %s is false, which names the facts', (text, facts) => {
    expect(judge(text)).toEqual({ status: 'not_applicable', reason: `\`${text}\` is not true here (${facts})` })
  })

  it('without telling the values of parameters', () => {
    expect(judge('params.target == "secret-value"')).toEqual({
      status: 'not_applicable',
      reason: '`params.target == "secret-value"` is not true here',
    })
  })

  it.each([
    ['version(fabric.highest_switch) > version("5.0(1a)")', 'fabric.highest_switch is not known'],
    ['fabric.highest_switch', 'neither true nor false'],
    ['fabric.version', 'neither true nor false'],
    ['has_class("fvBD")', 'there is no column'],
  ])('unless nobody can tell: %s', (text, reason) => {
    const judged = judge(text)

    expect(judged).toMatchObject({ status: 'error', reason: expect.stringContaining(reason) as string })
  })
})

describe('a condition', () => {
  it.each([
    'fabric.version < version("6.0(2h)") && has_class("l3extLoopBackIfP")',
    'params.target != null',
    'now() > timestamp("2026-01-01T00:00:00Z")',
  ])('can be %s', (text) => {
    expect(whenFault(text, FACTS.parameters)).toBeUndefined()
  })

  it.each([
    ['fabric.verison == "x"', 'There is no fabric.verison. Did you mean fabric.version?'],
    ['params.other == 1 && nodes > 1', /^There is no params\.other.* There is no nodes/],
    ['fabric.version == {{target}}', /write params\.target/],
    ['has_class(fabric.version)', /takes the name of one class in quotes/],
    ['has_class("a\\"b")', /takes the name of one class in quotes/],
    ['', 'The expression is empty.'],
    ['fabric.version <', /./],
    ['x'.repeat(20_000), /20000 characters/],
  ])('cannot be %s', (text, fault) => {
    expect(whenFault(text, FACTS.parameters)).toMatch(fault)
  })

  it('says which classes it asks for', () => {
    expect(whenClasses('has_class("fvBD") || has_class("fvCtx") && has_class("fvBD")')).toEqual(['fvBD', 'fvCtx'])
    expect(whenClasses('has_class(')).toEqual([])
  })
})
