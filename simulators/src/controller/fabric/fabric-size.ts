/** How many objects of each kind a generated fabric holds. */
export type FabricNumbers = {
  readonly controllers: number
  readonly pods: number
  readonly spines: number
  readonly leaves: number
  readonly portsPerLeaf: number
  /** Including `common`, `infra` and `mgmt`. */
  readonly tenants: number
  readonly vrfsPerTenant: number
  readonly bridgeDomainsPerTenant: number
  readonly appsPerTenant: number
  readonly epgsPerApp: number
  readonly staticPortsPerEpg: number
  readonly endpointsPerEpg: number
  readonly contractsPerTenant: number
  readonly auditRecords: number
}

export type FabricSize = 'small' | 'medium' | 'large'

/** About 5,000, 100,000 and 2,000,000 objects. */
export const FABRIC_SIZES: Readonly<Record<FabricSize, FabricNumbers>> = {
  small: {
    controllers: 3,
    pods: 1,
    spines: 2,
    leaves: 4,
    portsPerLeaf: 48,
    tenants: 10,
    vrfsPerTenant: 2,
    bridgeDomainsPerTenant: 6,
    appsPerTenant: 2,
    epgsPerApp: 3,
    staticPortsPerEpg: 8,
    endpointsPerEpg: 4,
    contractsPerTenant: 4,
    auditRecords: 250,
  },
  medium: {
    controllers: 3,
    pods: 2,
    spines: 4,
    leaves: 40,
    portsPerLeaf: 54,
    tenants: 60,
    vrfsPerTenant: 2,
    bridgeDomainsPerTenant: 8,
    appsPerTenant: 2,
    epgsPerApp: 7,
    staticPortsPerEpg: 36,
    endpointsPerEpg: 4,
    contractsPerTenant: 5,
    auditRecords: 3000,
  },
  large: {
    controllers: 5,
    pods: 4,
    spines: 12,
    leaves: 100,
    portsPerLeaf: 54,
    tenants: 500,
    vrfsPerTenant: 3,
    bridgeDomainsPerTenant: 15,
    appsPerTenant: 5,
    epgsPerApp: 6,
    staticPortsPerEpg: 50,
    endpointsPerEpg: 5,
    contractsPerTenant: 8,
    auditRecords: 20_000,
  },
}
