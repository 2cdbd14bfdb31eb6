import { describe, expect, it } from 'vitest'
import { readClassTable } from './class-table.ts'
import { readAttribute } from './layout.ts'
import { childrenOf } from './managed-object.ts'
import { ObjectStore } from './object-store.ts'

function newStore() {
  return new ObjectStore(readClassTable())
}

describe('ObjectStore', () => {
  it('fills in the defaults of the class and the naming values of the DN', () => {
    const store = newStore()

    const object = store.add('fvBD', 'uni/tn-a/BD-web', { arpFlood: 'yes' })

    const read = (name: string) => readAttribute(object, name)
    expect([read('name'), read('arpFlood'), read('unicastRoute'), read('monPolDn')]).toEqual([
      'web',
      'yes',
      'yes',
      'uni/tn-common/monepg-default',
    ])
  })

  it('keeps exactly the given attributes of a recorded object', () => {
    const store = newStore()

    const object = store.addExactly('fvBD', 'uni/tn-a/BD-web', { name: 'web' })

    expect([readAttribute(object, 'name'), readAttribute(object, 'arpFlood')]).toEqual(['web', undefined])
  })

  it('lists a class by DN, regardless of insertion order', () => {
    const store = newStore()

    for (const name of ['b', 'a/x', 'c', 'a']) store.add('fvTenant', `uni/tn-[${name}]`)

    expect(store.ofClass('fvTenant').map(({ dn }) => dn)).toEqual([
      'uni/tn-[a/x]',
      'uni/tn-[a]',
      'uni/tn-[b]',
      'uni/tn-[c]',
    ])
  })

  it('replaces an object and keeps its children', () => {
    const store = newStore()
    store.add('fvSubnet', 'uni/tn-a/BD-web/subnet-[10.0.0.1/24]')

    const domain = store.add('fvBD', 'uni/tn-a/BD-web')
    store.add('fvBD', 'uni/tn-a/BD-web', { descr: 'again' })

    expect(store.size).toBe(2)
    expect(readAttribute(domain, 'descr')).toBe('again')
    expect(childrenOf(domain).map(({ dn }) => dn)).toEqual(['uni/tn-a/BD-web/subnet-[10.0.0.1/24]'])
  })

  it('lists an object that changes its class under the new class', () => {
    const store = newStore()
    store.add('fvBD', 'uni/x')

    store.add('fvCtx', 'uni/x')
    store.add('fvBD', 'uni/x')

    expect([store.ofClass('fvBD').length, store.ofClass('fvCtx').length, store.size]).toEqual([1, 0, 1])
  })

  it('deletes an object with everything below it, after which its DN can be added again', () => {
    const store = newStore()
    store.add('fvSubnet', 'uni/tn-a/unknown-b/BD-web/subnet-[10.0.0.1/24]')
    store.add('fvTenant', 'uni/tn-a')

    const deleted = store.delete('uni/tn-a')

    expect([deleted, store.size, store.ofClass('fvSubnet').length, store.delete('uni/tn-a')]).toEqual([
      true,
      0,
      0,
      false,
    ])
    store.add('fvSubnet', 'uni/tn-a/unknown-b/BD-web/subnet-[10.0.0.1/24]')
    expect(store.place('uni/tn-a/unknown-b')?.children).toHaveLength(1)
  })

  it('updates the modification time with every change', () => {
    const store = newStore()
    store.now = () => Date.UTC(2026, 0, 1)
    const object = store.add('fvTenant', 'uni/tn-a')
    store.now = () => Date.UTC(2026, 0, 2)

    const updated = store.update('uni/tn-a', { descr: 'new' })

    expect([updated, readAttribute(object, 'descr'), readAttribute(object, 'modTs')]).toEqual([
      true,
      'new',
      '2026-01-02T00:00:00.000+00:00',
    ])
    expect(store.update('uni/tn-none', {})).toBe(false)
  })
})
