export const MASK = '***'

// Names that hold secrets wherever they appear. Flags such as `token_configured` or `has_api_key` reveal nothing.
const SECRET_NAME =
  /passw(or)?d|passphrase|pwd|^pass$|psk|secret|token|key$|api_?key|private_?key|credential|community|authorization|cookie|otp|backup_codes|^codes?$/i
/** A word of its own, as in `sim_pin` or `simPin`: unlike `spin` or `pinned`. */
const PIN = /(^|[_-])(pin|Pin|PIN)s?$|[a-z0-9]Pins?$/
/** Identifiers, and words that merely end in the same letters. */
const NO_SECRET_KEY = /^(version|singleton)_?key$|(mon|don|tur|hoc|joc|whis)key$/i

/**
 * A copy with all values under secret-sounding names replaced, at any depth; booleans and null are kept, and numbers
 * unless they are PINs.
 */
export function maskSecrets(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(maskSecrets)
  if (typeof value !== 'object' || value === null || value instanceof Date) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, isSecret(name, inner) ? MASK : maskSecrets(inner)]),
  )
}

/** Whether texts under this name are secrets. */
export const isSecretName = (name: string): boolean =>
  PIN.test(name) || (SECRET_NAME.test(name) && !NO_SECRET_KEY.test(name))

function isSecret(name: string, value: unknown): boolean {
  if (PIN.test(name)) return value !== null && value !== '' && typeof value !== 'boolean'
  if (!isSecretName(name)) return false
  return typeof value === 'string' ? value !== '' : typeof value === 'object' && value !== null
}
