import { readClassTable } from '../model/class-table.ts'
import { ObjectStore } from '../model/object-store.ts'

/** Two tenants with a handful of objects each, small enough to memorize. */
export function sampleTree(): ObjectStore {
  const store = new ObjectStore(readClassTable())
  store.now = () => Date.UTC(2026, 0, 1)
  store.add('polUni', 'uni')
  for (const tenant of ['a', 'b']) addTenant(store, `uni/tn-${tenant}`)
  store.add('fvCtx', 'uni/tn-a/ctx-v')
  store.add('fvRsCtx', 'uni/tn-a/BD-web/rsctx', { tnFvCtxName: 'v', tDn: 'uni/tn-a/ctx-v' })
  store.add('fvCEp', 'uni/tn-a/ap-shop/epg-front/cep-00:50:56:00:00:01')
  store.add('fvIp', 'uni/tn-a/ap-shop/epg-front/cep-00:50:56:00:00:01/ip-[10.0.0.5]')
  store.add('fvIp', 'uni/tn-a/ap-shop/epg-front/cep-00:50:56:00:00:01/ip-[10.0.0.6]')
  store.add('fvCEp', 'uni/tn-b/ap-shop/epg-front/cep-00:50:56:00:00:02')
  return store
}

function addTenant(store: ObjectStore, tenant: string): void {
  store.add('fvTenant', tenant)
  for (const [number, name] of ['app', 'web'].entries()) {
    store.add('fvBD', `${tenant}/BD-${name}`, { arpFlood: number === 0 ? 'yes' : 'no' })
    store.add('fvSubnet', `${tenant}/BD-${name}/subnet-[10.0.${number}.1/24]`)
  }
  store.add('fvAp', `${tenant}/ap-shop`)
  store.add('fvAEPg', `${tenant}/ap-shop/epg-front`)
  store.add('faultInst', `${tenant}/ap-shop/epg-front/fault-F0467`, { severity: 'critical' })
  store.add('healthInst', `${tenant}/ap-shop/epg-front/health`)
}
