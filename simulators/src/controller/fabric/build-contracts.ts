import type { ManagedObject } from '../model/managed-object.ts'
import type { FabricBuilder } from './builder.ts'

const SERVICES: readonly { name: string; port: string; prot: string }[] = [
  { name: 'web', port: 'https', prot: 'tcp' },
  { name: 'sql', port: '5432', prot: 'tcp' },
  { name: 'dns', port: 'dns', prot: 'udp' },
  { name: 'ssh', port: '22', prot: 'tcp' },
  { name: 'ntp', port: '123', prot: 'udp' },
  { name: 'ldap', port: '636', prot: 'tcp' },
  { name: 'syslog', port: '514', prot: 'udp' },
  { name: 'backup', port: '9000', prot: 'tcp' },
]

/** Contracts with one subject and one filter each. */
export function buildContracts(builder: FabricBuilder, tenant: ManagedObject, count: number): ManagedObject[] {
  return Array.from({ length: count }, (_, index) => {
    const { name, port, prot } = SERVICES[index % SERVICES.length]!
    const suffix = index < SERVICES.length ? '' : `-${index}`
    const filter = builder.add(tenant, 'vzFilter', { name: `${name}${suffix}` })
    builder.add(filter, 'vzEntry', {
      name: `${prot}-${port}`,
      prot,
      dFromPort: port,
      dToPort: port,
      etherT: 'ip',
      tcpRules: prot === 'tcp' ? 'ack,est' : '',
    })
    const contract = builder.add(tenant, 'vzBrCP', {
      name: `allow-${name}${suffix}`,
      scope: builder.random.pick(['context', 'tenant', 'global']),
    })
    const subject = builder.add(contract, 'vzSubj', { name: 'default' })
    const tRn = `flt-${name}${suffix}`
    builder.add(subject, 'vzRsSubjFiltAtt', {
      tnVzFilterName: `${name}${suffix}`,
      tDn: filter.dn,
      tRn,
      tContextDn: tenant.dn,
    })
    builder.add(filter, 'vzRtSubjFiltAtt', { tDn: subject.dn })
    return contract
  })
}
