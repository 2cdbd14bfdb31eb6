import { describe, expect, it } from 'vitest'
import { knownModel } from '../mim/known-model.ts'
import type { ClassModel } from '../mim/model.ts'
import { smallMim } from '../testing/small-mim.ts'
import type { CanvasEdge } from './canvas.ts'
import { resolveEdgeOfUnions } from './resolve-union-edge.ts'

const plain: CanvasEdge = {
  id: 'e',
  source: 's',
  target: 't',
  kind: 'auto',
  depth: 'any',
  through: undefined,
  on: undefined,
  properties: [],
  join: 'inner',
}

/** `fvBD,fvCtx → fvSubnet` */
function resolve(ends: string, parts: Partial<CanvasEdge> = {}, model: ClassModel = smallMim) {
  const [source = [], target = []] = ends.split(' → ').map((names) => names.split(','))
  return resolveEdgeOfUnions({ ...plain, ...parts }, { source, target }, model)
}

describe('an edge between unions', () => {
  it.each<[string, string, Partial<CanvasEdge>, object]>([
    ['containment', 'fvTenant → fvBD,fvCtx', {}, { kind: 'contains' }],
    ['containment that one class cannot have', 'fvBD,fvCtx → fvSubnet', {}, { kind: 'contains' }],
    [
      'the one relation',
      'fvBD,fvTenant → fvCtx',
      { kind: 'references' },
      { kind: 'references', through: 'fvRsCtx', holder: 'source' },
    ],
    ['the relation it names', 'fvCtx → fvBD,fvAEPg', { through: 'fvRsCtx' }, { kind: 'references', holder: 'target' }],
    [
      'a relation with one target',
      'fvAEPg → fvBD,fvCtx',
      { through: 'fvRsBd' },
      { kind: 'references', holder: 'source' },
    ],
    [
      'equal properties',
      'fvBD,fvCtx → fvAp',
      { kind: 'match', on: { source: 'name', target: 'name' } },
      { kind: 'match' },
    ],
  ])('may mean %s', (_, ends, parts, meaning) => {
    expect(resolve(ends, parts)).toMatchObject({ ok: true, meaning })
  })

  it.each<[string, string, Partial<CanvasEdge>, string, RegExp]>([
    ['no class can contain any', 'fvSubnet,fvCtx → fvTenant,fvAp', { kind: 'contains' }, 'impossible_containment', /^fvSubnet cannot contain fvTenant.*; nor .* fvSubnet, fvCtx and fvTenant, fvAp$/], // prettier-ignore
    ['no relation joins any', 'fvAp,fvSubnet → vzBrCP', { kind: 'references' }, 'no_relation', /vzBrCP/],
    [
      'classes refer through several relations',
      'fvAEPg,fvAp → vzBrCP',
      {},
      'ambiguous_relation',
      /fvRsCons|2 relations/,
    ],
    ['it means one thing here, another there', 'fvBD,fvAEPg → fvSubnet,fvBD', {}, 'ambiguous_relation', /fvBD contains fvSubnet, but fvAEPg refers to fvBD through fvRsBd/], // prettier-ignore
    ['a relation runs in both directions', 'fvBD,fvCtx → fvCtx,fvBD', { through: 'fvRsCtx' }, 'no_relation', /through fvRsCtx, but .* a node for each/], // prettier-ignore
  ])('is refused if %s', (_, ends, parts, code, message) => {
    const resolved = resolve(ends, parts)

    expect(resolved).toMatchObject({ ok: false, fault: { code } })
    expect(resolved.ok ? '' : resolved.fault.message).toMatch(message)
  })

  it('follows a relation that the built-in table knows for one of the classes', () => {
    expect(resolve('fvBD,xyzThing → fvCtx', { through: 'fvRsCtx' }, knownModel)).toMatchObject({
      ok: true,
      meaning: { holder: 'source' },
    })
  })
})
