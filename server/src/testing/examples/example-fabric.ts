import type { ControllerSimulator } from '@heddle/simulators/controller/start-controller.ts'

type Store = ControllerSimulator['store']

/**
 * Tenant prod has bridge domains web and app (VRF main), db (VRF backend) and legacy (no VRF), tenant lab has web (VRF
 * test).
 */
export function addExampleFabric(store: Store): void {
  for (const [name, descr] of [
    ['prod', 'Production'],
    ['lab', 'Test systems'],
  ] as const)
    store.add('fvTenant', `uni/tn-${name}`, { name, descr })
  for (const dn of ['uni/tn-prod/ctx-main', 'uni/tn-prod/ctx-backend', 'uni/tn-lab/ctx-test'])
    store.add('fvCtx', dn, { name: dn.split('ctx-')[1]! })
  addBridgeDomain(store, 'prod', 'web', 'main', ['10.20.1.1/24', '10.20.2.1/24'])
  addBridgeDomain(store, 'prod', 'app', 'main', ['10.20.8.1/24'])
  addBridgeDomain(store, 'prod', 'db', 'backend', ['10.20.16.1/24'])
  addBridgeDomain(store, 'prod', 'legacy', undefined, [])
  addBridgeDomain(store, 'lab', 'web', 'test', ['10.90.1.1/24'])
}

function addBridgeDomain(
  store: Store,
  tenant: string,
  name: string,
  vrf: string | undefined,
  subnets: readonly string[],
): void {
  const dn = `uni/tn-${tenant}/BD-${name}`
  store.add('fvBD', dn, { name, arpFlood: 'no', unicastRoute: 'yes', mtu: '9000' })
  const target =
    vrf === undefined ? { tDn: '', state: 'missing-target' } : { tDn: `uni/tn-${tenant}/ctx-${vrf}`, state: 'formed' }
  store.add('fvRsCtx', `${dn}/rsctx`, { tnFvCtxName: vrf ?? '', tCl: 'fvCtx', ...target })
  for (const ip of subnets) store.add('fvSubnet', `${dn}/subnet-[${ip}]`, { ip, scope: 'public' })
}
