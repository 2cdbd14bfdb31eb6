import { describe, expect, it } from 'vitest'
import { knownModel } from '../mim/known-model.ts'
import { smallMim } from '../testing/small-mim.ts'
import type { CanvasEdge } from './canvas.ts'
import { resolveEdge } from './resolve-edge.ts'

const plainEdge: CanvasEdge = {
  id: 'e',
  source: 'a',
  target: 'b',
  kind: 'auto',
  depth: 'any',
  through: undefined,
  on: undefined,
  join: 'inner',
  properties: [],
}
const equal = (source: string, target: string) => ({ op: 'eq', source, targets: [target] })
const through = (relation: string) => ({ through: relation })
const asReference = { kind: 'references' } as const

const resolve = (ends: string, parts: Partial<CanvasEdge>, model = smallMim) => {
  const [source = '', target = ''] = ends.split(' → ')
  return resolveEdge({ ...plainEdge, ...parts }, { source, target }, model)
}

describe('an edge between two classes, with an installed MIM', () => {
  it.each([
    ['fvTenant → fvSubnet', {}, { kind: 'contains', depth: 'any' }],
    ['fvTenant → fvBD', { depth: 'child' }, { kind: 'contains', depth: 'child' }],
    ['fvBD → fvCtx', {}, { kind: 'references', through: 'fvRsCtx', holder: 'source' }],
    ['fvCtx → fvBD', {}, { kind: 'references', through: 'fvRsCtx', holder: 'target' }],
    ['fvBD → fvCtx', asReference, { kind: 'references', through: 'fvRsCtx', holder: 'source' }],
    ['fvAEPg → vzBrCP', through('fvRsCons'), { kind: 'references', through: 'fvRsCons', holder: 'source' }],
    [
      'fvTenant → fvBD',
      { on: { source: 'name', target: 'descr' } },
      { kind: 'match', conditions: [equal('name', 'descr')] },
    ],
    [
      'fvAEPg → fvAEPg',
      through('fvRsSecInherited'),
      { kind: 'references', through: 'fvRsSecInherited', holder: 'source' },
    ],
    ['fvBD → fvAEPg', through('fvRsBd'), { kind: 'references', through: 'fvRsBd', holder: 'target' }],
  ] as const)('resolves %s with %j to %j', (ends, parts, meaning) => {
    expect(resolve(ends, parts)).toEqual({ ok: true, meaning })
  })

  it.each([
    [
      'fvBD → fvTenant',
      { kind: 'contains' },
      'impossible_containment',
      'draw the edge from fvTenant to fvBD',
      undefined,
    ],
    [
      'fvTenant → fvSubnet',
      { kind: 'contains', depth: 'child' },
      'impossible_containment',
      'use depth "any"',
      undefined,
    ],
    ['fvAEPg → vzBrCP', {}, 'ambiguous_relation', '2 relations', ['fvRsCons', 'fvRsProv']],
    ['fvBD → fvTenant', {}, 'no_relation', 'draw the edge the other way round', undefined],
    ['fvCtx → vzBrCP', asReference, 'no_relation', 'no relation joins them', undefined],
    ['fvBD → fvCtx', through('fvRsCtxx'), 'no_relation', 'not a class', ['fvRsCtx']],
    ['fvBD → fvCtx', through('fvRsBd'), 'no_relation', 'does not join', ['fvRsCtx']],
    ['fvBD → fvCtx', through('fvSubnet'), 'no_relation', 'does not join', ['fvRsCtx']],
    ['fvBD → fvCtx', { kind: 'match' }, 'bad_value', '`on`', undefined],
  ] as const)('fails to resolve %s with %j: %s', (ends, parts, code, words, suggestions) => {
    const resolved = resolve(ends, parts)

    expect(resolved).toMatchObject({ ok: false, fault: { code, message: expect.stringContaining(words) } })
    if (!resolved.ok) expect(resolved.fault.suggestions).toEqual(suggestions)
  })

  it('accepts any edge to an unknown class, because the class is reported already', () => {
    expect(resolve('fvBD → fvNoSuch', { kind: 'contains' })).toMatchObject({ ok: true })
    expect(resolve('fvBD → fvNoSuch', through('fvRsCtx'))).toMatchObject({ ok: true })
  })
})

describe('an edge between two classes, without a MIM', () => {
  it.each([
    ['fvTenant → fvBD', {}, { kind: 'contains', depth: 'any' }],
    ['fvBD → fvCtx', {}, { kind: 'references', through: 'fvRsCtx', holder: 'source' }],
    ['fvCtx → fvBD', {}, { kind: 'references', through: 'fvRsCtx', holder: 'target' }],
    ['fooThing → fvCtx', {}, { kind: 'contains', depth: 'any' }],
    ['fvAEPg → fvIfConn', {}, { kind: 'contains', depth: 'any' }],
    ['fvTenant → faultInst', { kind: 'contains' }, { kind: 'contains', depth: 'any' }],
    ['fvAEPg → fvRsCons', {}, { kind: 'contains', depth: 'any' }],
    ['fvBD → fvCtx', through('fvRsCtx'), { kind: 'references', through: 'fvRsCtx', holder: 'source' }],
    ['fvCtx → fvBD', through('fvRsCtx'), { kind: 'references', through: 'fvRsCtx', holder: 'target' }],
    [
      'fcDomP → infraAttEntityP',
      through('infraRsDomP'),
      { kind: 'references', through: 'infraRsDomP', holder: 'target' },
    ],
    ['fooThing → barThing', through('fooRsBar'), { kind: 'references', through: 'fooRsBar', holder: 'unknown' }],
    ['fooThing → fooThing', through('fooRsFoo'), { kind: 'references', through: 'fooRsFoo', holder: 'source' }],
  ] as const)('resolves %s with %j to %j', (ends, parts, meaning) => {
    expect(resolve(ends, parts, knownModel)).toEqual({ ok: true, meaning })
  })

  it.each([
    ['fvBD → fvTenant', {}, 'backwards', 'draw the edge from fvTenant to fvBD', undefined],
    ['fvSubnet → fvTenant', { kind: 'contains' }, 'backwards', 'draw the edge from fvTenant to fvSubnet', undefined],
    ['fvBD → fvCtx', { kind: 'contains' }, 'impossible_containment', 'fvBD cannot contain fvCtx', undefined],
    [
      'fvTenant → fvSubnet',
      { kind: 'contains', depth: 'child' },
      'impossible_containment',
      'use depth "any"',
      undefined,
    ],
    ['fvCtx → vzBrCP', {}, 'impossible_containment', 'fvCtx cannot contain vzBrCP', undefined],
    ['fvAEPg → vzBrCP', {}, 'ambiguous_relation', '3 relations join', ['fvRsCons', 'fvRsIntraEpg', 'fvRsProv']],
  ] as const)('contains for %s with %j, with the warning %s', (ends, parts, code, words, suggestions) => {
    const depth = 'depth' in parts ? parts.depth : 'any'
    const resolved = resolve(ends, parts, knownModel)

    expect(resolved).toMatchObject({
      ok: true,
      meaning: { kind: 'contains', depth },
      warning: { code, message: expect.stringContaining(words) },
    })
    if (resolved.ok) expect(resolved.warning?.suggestions).toEqual(suggestions)
  })

  it('needs the name of the relation class and suggests the known ones', () => {
    expect(resolve('fvCtx → fvBD', asReference, knownModel)).toEqual({
      ok: false,
      fault: {
        code: 'no_relation',
        message:
          'without an installed MIM, name the relation class between fvCtx and fvBD in `through`, such as fvRsCtx',
        suggestions: ['fvRsCtx'],
      },
    })
  })
})
