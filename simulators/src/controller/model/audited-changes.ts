import { attributeNames, readAttribute } from './layout.ts'
import type { Attributes } from './layouts.ts'
import type { ObjectStore } from './object-store.ts'

const LOG = 'subj-[uni]'
const FIRST_ID = 4_294_967_296

/** Changes as a user makes them: like a controller, each leaves an audit record of the object. */
export type AuditedChanges = {
  readonly add: (className: string, dn: string, attributes?: Attributes) => void
  readonly update: (dn: string, attributes: Attributes) => boolean
  /** Objects below it go with it; each has a record of its own. */
  readonly delete: (dn: string) => boolean
}

export function changesOf(store: ObjectStore, user: string): AuditedChanges {
  const record = (ind: string, affected: string, className: string, changeSet: string): void => {
    if (className === 'aaaModLR') return
    const id = String(FIRST_ID + store.ofClass('aaaModLR').length)
    const words = { creation: 'created', modification: 'modified', deletion: 'deleted' }[ind] ?? ind
    store.add('aaaModLR', `${LOG}/mod-${id}`, {
      ...{ id, affected, ind, user, changeSet },
      created: new Date(store.now()).toISOString().replace('Z', '+00:00'),
      descr: `${className} ${affected} ${words}`,
    })
  }
  return {
    add: (className, dn, attributes = {}) => {
      const isNew = store.get(dn) === undefined
      store.add(className, dn, attributes)
      const set = Object.entries(attributes).map(([name, value]) => `${name}:${value}`)
      record(isNew ? 'creation' : 'modification', dn, className, set.join(', '))
    },
    update: (dn, attributes) => {
      const object = store.get(dn)
      if (!object) return false
      const set = Object.entries(attributes).map(
        ([name, value]) => `${name} (Old: ${readAttribute(object, name) ?? ''}, New: ${value})`,
      )
      store.update(dn, attributes)
      record('modification', dn, object.layout.className, set.join(', '))
      return true
    },
    delete: (dn) => {
      const object = store.get(dn)
      if (!object) return false
      const gone = [object, ...(object.children ?? [])].filter(({ layout }) => attributeNames(layout).length > 0)
      store.delete(dn)
      for (const one of gone) record('deletion', one.dn, one.layout.className, '')
      return true
    },
  }
}
