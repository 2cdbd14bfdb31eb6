export const MASK = '***'

// Names that hold secrets wherever they turn up. Flags such as `token_configured` or `has_api_key` tell nothing.
const SECRET_NAME = /passw(or)?d|passphrase|secret|token|api_?key|private_?key|credential|authorization|cookie|otp|backup_codes|^codes?$/i

/** A copy with every value of a secret-sounding name replaced, at any depth; booleans, numbers and null stay, they are no secrets. */
export function maskSecrets(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(maskSecrets)
  if (typeof value !== 'object' || value === null || value instanceof Date) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, isSecret(name, inner) ? MASK : maskSecrets(inner)]))
}

const isSecret = (name: string, value: unknown): boolean =>
  SECRET_NAME.test(name) && (typeof value === 'string' ? value !== '' : typeof value === 'object' && value !== null)
