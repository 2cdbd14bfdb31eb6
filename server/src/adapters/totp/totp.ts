import { Secret, TOTP } from 'otpauth'

const ISSUER = 'Heddle'
// 160 bits, the length of the hash; 32 characters of base32.
const SECRET_BYTES = 20
// What every authenticator supports: some ignore any other parameters in the URL.
const RULES = { algorithm: 'SHA1', digits: 6, period: 30 } as const
/** Allows for clock drift and typing time. */
const DRIFT_STEPS = 1

/** Time-based one-time passwords (RFC 6238). */
export type Totp = {
  readonly newSecret: () => string
  /** For the QR code and for manual entry: `otpauth://totp/…`. */
  readonly urlOf: (secret: string, username: string) => string
  readonly qrSvg: (url: string) => Promise<string>
  /** The time step that the code belongs to; undefined when it is not valid now. */
  readonly stepOf: (secret: string, code: string, now: Date) => number | undefined
}

export function createTotp(): Totp {
  return {
    newSecret: () => new Secret({ size: SECRET_BYTES }).base32,
    urlOf: (secret, username) => factor(secret, username).toString(),
    qrSvg: async (url) => {
      // Only who enables it needs the library.
      const { toString } = await import('qrcode')
      return toString(url, { type: 'svg', errorCorrectionLevel: 'M', margin: 2 })
    },
    stepOf: (secret, code, now) => {
      if (!/^\d{6}$/.test(code)) return undefined
      const totp = factor(secret, '')
      const delta = totp.validate({ token: code, timestamp: now.getTime(), window: DRIFT_STEPS })
      return delta === null ? undefined : totp.counter({ timestamp: now.getTime() }) + delta
    },
  }
}

const factor = (secret: string, label: string): TOTP =>
  new TOTP({ ...RULES, issuer: ISSUER, label, secret: Secret.fromBase32(secret) })
