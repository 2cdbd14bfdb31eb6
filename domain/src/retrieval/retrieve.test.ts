import { describe, expect, it } from 'vitest'
import { processorMs } from '../testing/processor-ms.ts'
import { classRecord, propertyRecord } from '../testing/class-record.ts'
import { retrievalModelOf } from '../testing/operator-model.ts'
import { retrieve } from './retrieve.ts'

const relation = (from: string, to: string) => ({
  ...{ from_class: from, from_relation: '', to_class: to, to_relation: '', type: 'named', cardinality: 'n-to-1' },
})
const states = { values: ['up', 'down'] }

const model = retrievalModelOf([
  classRecord('polUni', { is_context_root: true }),
  classRecord('fvTenant', { contained_by: ['polUni'], properties: ['name'] }),
  classRecord('fvAp', { contained_by: ['fvTenant'], properties: ['name'] }),
  classRecord('fvAEPg', { label: 'Application EPG', contained_by: ['fvAp'], properties: ['name', 'pcEnfPref'] }),
  classRecord('fvRsBd', {
    contained_by: ['fvAEPg'],
    relation: relation('fvAEPg', 'fvBD'),
    properties: ['tDn', 'state'],
  }),
  classRecord('fvBD', { label: 'Bridge Domain', contained_by: ['fvTenant'], properties: ['name', 'arpFlood'] }),
  classRecord('fvRsCtx', { contained_by: ['fvBD'], relation: relation('fvBD', 'fvCtx'), properties: ['tDn'] }),
  classRecord('fvCtx', { label: 'VRF', contained_by: ['fvTenant'], properties: ['name', 'pcEnfPref'] }),
  classRecord('fvSubnet', { contained_by: ['fvBD'], properties: ['ip'] }),
  classRecord('l1PhysIf', { label: 'Physical Interface', properties: ['id', propertyRecord('adminSt', states)] }),
  classRecord('ethpmPhysIf', {
    contained_by: ['l1PhysIf'],
    properties: [propertyRecord('operSt', states), 'operSpeed'],
  }),
  classRecord('healthInst', { contained_by: ['fvTenant'], properties: ['cur'] }),
  classRecord('aaaModLR', { properties: ['affected', 'ind', 'user'] }),
  classRecord('fooWidget', { label: 'Quantum Widget', contained_by: ['fvTenant'] }),
])
const find = (question: string) => retrieve(question, model)
const names = (question: string) => find(question).classes.map(({ name }) => name)
const filtersOf = (question: string, className: string) =>
  find(question).classes.find(({ name }) => name === className)?.filters

describe('retrieval', () => {
  it('takes “down” to be the state of the interfaces that a question names', () => {
    const { classes } = find('which interfaces are down')

    expect(classes.slice(0, 2)).toMatchObject([
      {
        name: 'ethpmPhysIf',
        terms: ['interface', 'down'],
        filters: [{ property: 'operSt', operator: 'eq', value: 'down' }],
      },
      { name: 'l1PhysIf', filters: [{ property: 'adminSt', operator: 'eq', value: 'down' }] },
    ])
  })

  it('says why it suggests a class', () => {
    expect(find('epgs').classes[0]?.reason).toBe('“epg” means this class.')
  })

  it('compares with the number of the question', () => {
    expect(filtersOf('tenants with health below 75', 'healthInst')).toEqual([
      { property: 'cur', operator: 'lt', value: 75 },
    ])
    expect(filtersOf('health of tenant 75 below par, poor health', 'healthInst')).toEqual([
      { property: 'cur', operator: 'lt', value: 90 },
    ])
  })

  it('recognizes addresses and ports', () => {
    expect(filtersOf('subnets with 10.0.0.1/24', 'fvSubnet')).toEqual([
      { property: 'ip', operator: 'eq', value: '10.0.0.1/24' },
    ])
    expect(filtersOf('interface Eth1/7', 'l1PhysIf')).toEqual([{ property: 'id', operator: 'eq', value: 'eth1/7' }])
  })

  it('suggests no property that the model does not have', () => {
    expect(find('descriptions of bridge domains').classes.find(({ name }) => name === 'fvBD')?.properties).toEqual([])
  })

  it('joins classes by relations, through a third class, and by the DN that a log entry holds', () => {
    expect(find('epgs and their bridge domains').joins).toEqual([
      { between: ['fvAEPg', 'fvBD'], steps: [{ by: 'relation', from: 'fvAEPg', to: 'fvBD', relation: 'fvRsBd' }] },
    ])
    expect(
      find('epgs and their vrf').joins[0]?.steps.map((step) => (step.by === 'relation' ? step.relation : step.by)),
    ).toEqual(['fvRsBd', 'fvRsCtx'])
    expect(find('who changed the vrf').joins).toEqual([
      {
        between: ['aaaModLR', 'fvCtx'],
        steps: [{ by: 'property', from: 'aaaModLR', to: 'fvCtx', property: 'affected' }],
      },
    ])
  })

  it('includes the classes between those that it joins', () => {
    expect(names('epgs and their vrf')).toEqual(expect.arrayContaining(['fvRsBd', 'fvBD', 'fvRsCtx']))
  })

  it('includes what points to a class that might be unused', () => {
    expect(names('unused bridge domains')).toContain('fvRsBd')
  })

  it('takes class names as they are', () => {
    expect(names('fvSubnet of fv:Ctx').slice(0, 2).sort()).toEqual(['fvCtx', 'fvSubnet'])
  })

  it('searches for words that it does not know', () => {
    expect(names('quantum widgets')[0]).toBe('fooWidget')
  })

  it('searches for known words too if the model lacks their classes', () => {
    const small = retrievalModelOf([classRecord('fooLink', { label: 'Fibre Link' })])

    expect(retrieve('links', small).classes).toMatchObject([
      { name: 'fooLink', reason: 'The class search finds it for “links”.' },
    ])
  })

  it.each(['', ' ', '???', '🦄', '\0\0', "'; drop table", '__proto__ constructor', '(a+)+$'])(
    'accepts %j',
    (question) => {
      expect(() => find(question)).not.toThrow()
    },
  )

  it('finds nothing in an empty model', () => {
    expect(retrieve('which bridge domains have no subnet', retrievalModelOf([]))).toMatchObject({
      classes: [],
      joins: [],
    })
  })

  it('reads only the beginning of an endless question', () => {
    const started = processorMs()
    find('which brigde domians are down and who chnaged them '.repeat(50_000))
    find('x'.repeat(1_000_000))

    expect(processorMs() - started).toBeLessThan(2_000)
  })
})
