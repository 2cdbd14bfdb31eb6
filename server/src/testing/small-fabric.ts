import type { ControllerSimulator } from '@heddle/simulators/controller/start-controller.ts'

type Store = ControllerSimulator['store']

/**
 * A fabric small enough to spell out whole results: tenants A and B; bridge domains web (VRF prod, two subnets), app
 * (VRF prod, one subnet) and lost (VRF relation without a target) in A; web (VRF lab) and bare (no relations) in B.
 */
export function addSmallFabric(store: Store): void {
  for (const name of ['A', 'B']) store.add('fvTenant', `uni/tn-${name}`, { name, descr: `tenant ${name}` })
  for (const [tenant, name] of [
    ['A', 'prod'],
    ['A', 'idle'],
    ['B', 'lab'],
  ] as const)
    store.add('fvCtx', `uni/tn-${tenant}/ctx-${name}`, { name })
  addBridgeDomain(store, 'A', 'web', 'prod', ['10.0.0.1/24', '10.0.1.1/24'])
  addBridgeDomain(store, 'A', 'app', 'prod', ['10.0.2.1/24'])
  addBridgeDomain(store, 'A', 'lost', undefined, [])
  addBridgeDomain(store, 'B', 'web', 'lab', ['10.0.0.1/24'])
  store.add('fvBD', 'uni/tn-B/BD-bare', { name: 'bare', arpFlood: 'yes', mtu: '1500' })
}

function addBridgeDomain(
  store: Store,
  tenant: string,
  name: string,
  vrf: string | undefined,
  subnets: readonly string[],
): void {
  const dn = `uni/tn-${tenant}/BD-${name}`
  store.add('fvBD', dn, { name, arpFlood: 'no', mtu: '9000' })
  const target =
    vrf === undefined ? { tDn: '', state: 'missing-target' } : { tDn: `uni/tn-${tenant}/ctx-${vrf}`, state: 'formed' }
  store.add('fvRsCtx', `${dn}/rsctx`, { tnFvCtxName: vrf ?? 'gone', tCl: 'fvCtx', ...target })
  for (const ip of subnets) store.add('fvSubnet', `${dn}/subnet-[${ip}]`, { ip, scope: 'public' })
}
