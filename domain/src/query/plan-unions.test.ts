import { describe, expect, it } from 'vitest'
import type { Canvas } from '../canvas/canvas.ts'
import { knownModel } from '../mim/known-model.ts'
import { canvas, edge, node } from '../testing/canvas-builder.ts'
import { describeFetches } from '../testing/describe-fetches.ts'
import { smallMim } from '../testing/small-mim.ts'
import { planQuery } from './plan-query.ts'
import type { TableOptions } from './source-tables.ts'

const plan = (query: Canvas, options: Partial<TableOptions> = {}) => planQuery(query, { model: smallMim, ...options })
const fetches = (query: Canvas, options: Partial<TableOptions> = {}) => describeFetches(plan(query, options))
const union = (class_names: readonly string[], parts: object = {}) => node('u', undefined, { class_names, ...parts })
const where = (property: string, operator: string, value: unknown) => ({
  filters: [{ property, operator, value }] as never,
})

describe('the plan of a union', () => {
  it.each<[string, object, string]>([
    ['each class with its own filter', where('name', 'eq', 'web'), ': /api/class/fvBD.json?query-target-filter=eq(fvBD.name,"web")&order-by=fvBD.dn: /api/class/fvCtx.json?query-target-filter=eq(fvCtx.name,"web")&order-by=fvCtx.dn'], // prettier-ignore
    ['all classes below a scope at once', { scope_dn: 'uni/tn-a' }, ': /api/mo/uni/tn-a.json?query-target=subtree&target-subtree-class=fvBD,fvCtx&order-by=fvBD.dn,fvCtx.dn'], // prettier-ignore
    ['each class below a scope if a filter names it', { scope_dn: 'uni/tn-a', ...where('name', 'eq', 'web') }, ': /api/mo/uni/tn-a.json?query-target=subtree&target-subtree-class=fvBD&query-target-filter=eq(fvBD.name,"web")&order-by=fvBD.dn: /api/mo/uni/tn-a.json?query-target=subtree&target-subtree-class=fvCtx&query-target-filter=eq(fvCtx.name,"web")&order-by=fvCtx.dn'], // prettier-ignore
    ['only the classes that can pass', where('arpFlood', 'eq', 'yes'), ': /api/class/fvBD.json?query-target-filter=eq(fvBD.arpFlood,"yes")&order-by=fvBD.dn'], // prettier-ignore
    ['classes without the property if that passes', where('arpFlood', 'ne', 'yes'), ': /api/class/fvBD.json?query-target-filter=ne(fvBD.arpFlood,"yes")&order-by=fvBD.dn: /api/class/fvCtx.json?order-by=fvCtx.dn'], // prettier-ignore
    ['nothing if no class can pass', { filters: [{ property: 'arpFlood', operator: 'eq', value: 'yes' }, { property: 'pcEnfPref', operator: 'is_set' }] }, ''], // prettier-ignore
  ])('reads %s', (_, parts, paths) => {
    expect(fetches(canvas([union(['fvBD', 'fvCtx'], { properties: ['name', 'descr'], ...parts })]))).toEqual([
      `u${paths}`,
    ])
  })

  it('decides the conditions on what a class lacks, however they are nested', () => {
    const filters = [{ any: [{ property: 'arpFlood', operator: 'eq', value: 'yes' }, { not: { property: 'name', operator: 'eq', value: 'x' } }] }] // prettier-ignore

    const [, vrfs] = fetches(canvas([union(['fvBD', 'fvCtx'], { filters, properties: ['descr'] })]))[0]!.split(
      ': /api/class/fvCtx',
    )
    expect(vrfs).toBe('.json?query-target-filter=not(eq(fvCtx.name,"x"))&order-by=fvCtx.dn')
  })

  it('asks for properties of which nothing is known only where the built-in table names them', () => {
    const ask = (property: string) =>
      fetches(canvas([union(['fvBD', 'l3extOut'], where(property, 'eq', 'x'))]), { model: knownModel })

    expect(ask('name')[0]).toContain('eq(l3extOut.name,"x")')
    expect(ask('descr')).toEqual([
      'u: /api/class/fvBD.json?order-by=fvBD.dn: /api/class/l3extOut.json?order-by=l3extOut.dn',
    ])
  })

  it('lets each class be narrowed by another table in its own way', () => {
    const query = canvas(
      [node('t', 'fvTenant', where('descr', 'contains', 'x')), union(['fvBD', 'fvCtx'])],
      [edge('t → u')],
    )

    const sizes = (name: string) => (name === 'fvTenant' ? 100 : 90_000)

    expect(fetches(query, { sizes })[1]).toBe(
      'u below t (any), at most 20, else /api/class/fvBD.json?order-by=fvBD.dn' +
        ' below t (any), at most 20, else /api/class/fvCtx.json?order-by=fvCtx.dn',
    )
  })

  it('reads it inside the objects that contain it', () => {
    const query = canvas(
      [node('t', 'fvAEPg', { ...where('descr', 'contains', 'x'), primary: true }), union(['fvRsBd', 'fvRsCons'])],
      [edge('t → u', { depth: 'child' })],
    )

    expect(fetches(query)).toEqual([
      't+u: /api/class/fvAEPg.json?query-target-filter=wcard(fvAEPg.descr,"x")&rsp-subtree=children' +
        '&rsp-subtree-class=fvRsBd,fvRsCons&rsp-subtree-include=required&order-by=fvAEPg.dn',
    ])
  })

  it('does not take a name for a DN that only one of its classes has', () => {
    const query = canvas([union(['fvTenant', 'fvAp'], where('name', 'eq', 'a')), node('bd', 'fvBD')], [edge('u → bd')])

    expect(fetches(query).join()).not.toContain('/api/mo/')
  })

  it('adds up the estimates, and never stops early', () => {
    const sizes = (name: string) => ({ fvBD: 300, fvCtx: 40 })[name]
    const { fetches: read, stop_after_rows } = planQuery(canvas([union(['fvBD', 'fvCtx'])], [], [{ id: 'l', type: 'limit', config: { count: 1 } }]), { model: smallMim, sizes }) // prettier-ignore

    expect([read[0]?.estimated_rows, stop_after_rows]).toEqual([340, undefined])
  })

  it('is explained class by class', () => {
    const { text, steps } = plan(canvas([union(['fvBD', 'fvCtx'], where('arpFlood', 'ne', 'yes'))]), {
      sizes: () => 10,
    })

    expect(text).toContain(
      'u (fvBD, fvCtx): fvBD: all objects of the class that pass its filter, the controller checks ne(fvBD.arpFlood,"yes"); ' +
        'fvCtx: the whole class; about 20 objects',
    )
    expect(steps[0]).toMatchObject({
      class_name: 'fvBD, fvCtx',
      access: 'union',
      pushed_filter: 'ne(fvBD.arpFlood,"yes")',
    })
    expect(plan(canvas([union(['fvAp', 'fvCtx'], where('arpFlood', 'eq', 'yes'))])).text).toContain(
      'nothing, because no object',
    )
  })

  it('has a column that tells the class, also where it is not the primary node', () => {
    const query = canvas(
      [node('t', 'fvTenant', { primary: true }), union(['fvBD', 'fvSubnet'], { alias: 'part' })],
      [edge('t → u')],
    )

    expect(plan(query).rows.tables[1]).toEqual({
      table: 'u',
      prefix: 'part',
      properties: ['dn', 'className', 'name', 'ip'],
    })
  })

  it('with one class is the plan of that class', () => {
    const parts = { properties: ['name', 'descr'], ...where('name', 'eq', 'web') }

    expect(fetches(canvas([union(['fvBD', 'fvBD'], parts)]))).toEqual(fetches(canvas([node('u', 'fvBD', parts)])))
  })
})

describe('the plan of a range of time', () => {
  const range = { from: '2026-03-01T12:00:00Z', to: undefined }
  const asked = 'time-range=2026-02-28T12:00:00|2037-12-31T00:00:00'

  it('asks the controller for the range of a history, and checks it here', () => {
    const [step] = plan(canvas([node('r', 'aaaModLR', { time_range: range })]), { model: knownModel }).steps

    expect(step?.request).toBe(`/api/class/aaaModLR.json?${asked}&order-by=aaaModLR.dn`)
    expect(step?.text).toContain(`the objects of the class, of the time ${asked.slice('time-range='.length)}`)
    expect([step?.pushed_filter, step?.local_filter]).toEqual([undefined, 'created ge "2026-03-01T12:00:00Z"'])
  })

  it('asks for a filter on the creation where there is no history', () => {
    const [step] = plan(canvas([node('r', 'faultInst', { time_range: range })]), { model: knownModel }).steps

    expect(step?.request).toBe(
      '/api/class/faultInst.json?query-target-filter=ge(faultInst.created,"2026-02-28T12:00:00")&order-by=faultInst.dn',
    )
  })

  it('works together with filters, scopes and unions', () => {
    const parts = { time_range: range, scope_dn: 'subj-[uni]' }

    expect(fetches(canvas([union(['aaaModLR', 'eventRecord'], parts)]), { model: knownModel })).toEqual([
      `u: /api/mo/subj-[uni].json?query-target=subtree&target-subtree-class=aaaModLR,eventRecord&${asked}&order-by=aaaModLR.dn,eventRecord.dn`,
    ])
    expect(
      fetches(canvas([node('r', 'aaaModLR', { ...where('user', 'eq', 'admin'), time_range: range })]), {
        model: knownModel,
      }),
    ).toEqual([
      `r: /api/class/aaaModLR.json?query-target-filter=eq(aaaModLR.user,"admin")&${asked}&order-by=aaaModLR.dn`,
    ])
  })
})
