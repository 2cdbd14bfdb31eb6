export const MASK = '***'

// Names that hold secrets wherever they appear. Flags such as `token_configured` or `has_api_key` reveal nothing.
const SECRET_NAME = /passw(or)?d|passphrase|secret|token|api_?key|private_?key|credential|authorization|cookie|otp|backup_codes|^codes?$/i

/** A copy with all values under secret-sounding names replaced, at any depth; booleans, numbers and null are kept. */
export function maskSecrets(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(maskSecrets)
  if (typeof value !== 'object' || value === null || value instanceof Date) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, isSecret(name, inner) ? MASK : maskSecrets(inner)]))
}

const isSecret = (name: string, value: unknown): boolean =>
  SECRET_NAME.test(name) && (typeof value === 'string' ? value !== '' : typeof value === 'object' && value !== null)
