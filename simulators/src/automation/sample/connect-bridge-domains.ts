import { changesOf } from '../../controller/model/audited-changes.ts'
import type { ObjectStore } from '../../controller/model/object-store.ts'

type Row = Readonly<Record<string, unknown>>

/** What the playbook does on a fabric: each bridge domain refers to the VRF of its row, which is created if missing. */
export function connectBridgeDomains(fabric: ObjectStore | undefined, rows: readonly Row[]): void {
  if (!fabric) return
  // Like any account of a controller, that of the playbook leaves audit records.
  const account = changesOf(fabric, 'svc-automation')
  for (const { tenant, bridge_domain, vrf } of rows) {
    const tenantDn = `uni/tn-${String(tenant)}`
    const domainDn = `${tenantDn}/BD-${String(bridge_domain)}`
    if (!fabric.get(domainDn)) continue
    const vrfDn = `${tenantDn}/ctx-${String(vrf)}`
    if (!fabric.get(vrfDn)) account.add('fvCtx', vrfDn, { name: String(vrf) })
    const relation = {
      tnFvCtxName: String(vrf),
      tDn: vrfDn,
      tRn: `ctx-${String(vrf)}`,
      tContextDn: tenantDn,
      state: 'formed',
    }
    const relationDn = `${domainDn}/rsctx`
    if (!account.update(relationDn, relation)) account.add('fvRsCtx', relationDn, relation)
  }
}
