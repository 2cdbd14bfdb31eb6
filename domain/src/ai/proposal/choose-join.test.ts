import { describe, expect, it } from 'vitest'
import type { Join } from '../../canvas/canvas.ts'
import { proposalModel as model } from '../../testing/proposal-model.ts'
import { chooseJoin, type JoinWish, type JoinLink } from './choose-join.ts'

const wish = (source: string, target: string, parts: Partial<JoinWish> = {}): JoinWish => ({
  source,
  target,
  join: 'inner',
  ...parts,
})

function write({ from, to, isTurned, meaning }: JoinLink): string {
  const by =
    meaning.kind === 'references'
      ? meaning.through
      : meaning.kind === 'match'
        ? `${meaning.on.source}=${meaning.on.target}`
        : 'contains'
  return isTurned ? `${from} <${by}- ${to}` : `${from} -${by}> ${to}`
}

describe('the join of two classes', () => {
  it.each<[string, string, string, readonly string[]]>([
    ['is containment', 'fvBD', 'fvSubnet', ['fvBD -contains> fvSubnet']],
    ['is containment at any depth', 'fvTenant', 'fvAEPg', ['fvTenant -contains> fvAEPg']],
    ['is turned to where the container is', 'fvSubnet', 'fvBD', ['fvSubnet <contains- fvBD']],
    ['is the only relation', 'fvAEPg', 'fvBD', ['fvAEPg -fvRsBd> fvBD']],
    ['is the only relation, whichever end holds it', 'fvBD', 'fvAEPg', ['fvBD -fvRsBd> fvAEPg']],
    [
      'leads through what holds the relation',
      'vzBrCP',
      'vzFilter',
      ['vzBrCP -contains> vzSubj', 'vzSubj -vzRsSubjFiltAtt> vzFilter'],
    ],
    [
      'leads to what holds the relation',
      'vzFilter',
      'vzBrCP',
      ['vzFilter -vzRsSubjFiltAtt> vzSubj', 'vzSubj <contains- vzBrCP'],
    ],
    ['leads through a third class', 'fvAEPg', 'fvCtx', ['fvAEPg -fvRsBd> fvBD', 'fvBD -fvRsCtx> fvCtx']],
    ['follows a relation object', 'fvRsCons', 'vzBrCP', ['fvRsCons -tDn=dn> vzBrCP']],
    ['finds the objects of a relation to something', 'vzBrCP', 'fvRsProv', ['vzBrCP -dn=tDn> fvRsProv']],
  ])('%s: %s to %s', (_, source, target, links) => {
    expect(chooseJoin(wish(source, target), model)?.links.map(write)).toEqual(links)
  })

  it.each(['fvRsProv', 'fvRsCons'])('goes through %s if the proposal says so', (through) => {
    const chosen = chooseJoin(wish('fvAEPg', 'vzBrCP', { through }), model)

    expect(chosen?.links.map(write)).toEqual([`fvAEPg -${through}> vzBrCP`])
    expect(chosen?.note).toBeUndefined()
  })

  it('does not go through a relation that the model knows nothing of', () => {
    const chosen = chooseJoin(wish('fvAEPg', 'fvBD', { through: 'fvRsCons' }), model)

    expect(chosen?.links.map(write)).toEqual(['fvAEPg -fvRsBd> fvBD'])
  })

  it('says that there was another relation', () => {
    expect(chooseJoin(wish('fvAEPg', 'vzBrCP'), model)?.note).toBe('Joined by fvRsCons; fvRsProv would also join them.')
  })

  it.each<[Join, string, string, Partial<JoinWish>]>([
    ['without', 'fvSubnet', 'fvBD', {}],
    ['left', 'fvSubnet', 'fvBD', {}],
    ['left', 'fvBD', 'fvTenant', { narrowsTarget: true }],
    ['without', 'fvBD', 'fvTenant', {}],
  ])('cannot be %s from %s to its container %s', (join, source, target, parts) => {
    expect(chooseJoin(wish(source, target, { join, ...parts }), model)).toBeUndefined()
  })

  it('of an object and what it is always below is inner, because that is the same', () => {
    expect(chooseJoin(wish('fvBD', 'fvTenant', { join: 'left' }), model)).toMatchObject({
      join: 'inner',
      links: [{ isTurned: true }],
      note: 'Every fvBD is below a fvTenant, so no row is lost by this join.',
    })
  })

  it('by equal properties counts only if both exist and the model knows nothing better', () => {
    const chosen = (source: string, target: string, on: { source: string; target: string }) =>
      chooseJoin(wish(source, target, { on }), model)?.links.map(write)

    expect(chosen('fabricNode', 'eqptCh', { source: 'serial', target: 'ser' })).toEqual([
      'fabricNode -serial=ser> eqptCh',
    ])
    expect(chosen('fabricNode', 'eqptCh', { source: 'serial', target: 'serial' })).toBeUndefined()
    expect(chosen('fvBD', 'fvSubnet', { source: 'name', target: 'name' })).toEqual(['fvBD -contains> fvSubnet'])
  })

  it.each([
    ['fvNope', 'fvBD'],
    ['fvBD', ''],
    ['fvCtx', 'eqptCh'],
  ])('of %s and %s does not exist', (source, target) => {
    expect(chooseJoin(wish(source, target), model)).toBeUndefined()
  })
})
