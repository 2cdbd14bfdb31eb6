type Known = {
  readonly host: string
  readonly hosts: readonly string[]
  readonly username: string
  readonly verify_ssl: boolean
  readonly ca_certificate: string | null
}

/**
 * Why the stored password does not do for a change: it is never sent to a new address or account, nor without a check
 * of the certificate. The server decides; this says so before it refuses.
 */
export function passwordReasons(
  stored: Known,
  next: Known,
): readonly ('address' | 'account' | 'trust' | 'certificate')[] {
  const known = new Set([stored.host, ...stored.hosts])
  return [
    ...([next.host, ...next.hosts].some((host) => !known.has(host.trim())) ? (['address'] as const) : []),
    ...(next.username !== stored.username ? (['account'] as const) : []),
    ...(trusted(next) !== trusted(stored) ? (['trust'] as const) : []),
    ...(stored.verify_ssl && !next.verify_ssl ? (['certificate'] as const) : []),
  ]
}

const trusted = ({ ca_certificate }: Known): string => ca_certificate?.trim() ?? ''
