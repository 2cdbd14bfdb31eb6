const TENANTS = ['common', 'infra', 'mgmt', 'prod', 'shared-services', 'dev', 'test', 'dmz', 'voice', 'iot']
const SEGMENTS = ['web', 'app', 'db', 'cache', 'backup', 'storage', 'queue', 'admin']
const APPS = ['shop', 'billing', 'intranet', 'monitoring', 'analytics']

export function tenantName(index: number): string {
  return TENANTS[index] ?? `tenant-${padded(index + 1, 3)}`
}

/** `web`, `app`, `db`, …, then `web-02` and so on. */
export function segmentName(index: number): string {
  return numbered(SEGMENTS, index)
}

export function appName(index: number): string {
  return numbered(APPS, index)
}

export function vrfName(tenant: string, index: number): string {
  if (tenant === 'common') return index === 0 ? 'default' : `shared-${index}`
  return index === 0 ? `${tenant}-vrf` : `${tenant}-vrf-${padded(index + 1, 2)}`
}

function numbered(names: readonly string[], index: number): string {
  const round = Math.floor(index / names.length)
  const name = names[index % names.length]!
  return round === 0 ? name : `${name}-${padded(round + 1, 2)}`
}

export function padded(value: number, width: number): string {
  return String(value).padStart(width, '0')
}
