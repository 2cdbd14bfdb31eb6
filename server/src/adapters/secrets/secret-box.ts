import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { RootKey } from './root-key.ts'
import { Secret } from './secret.ts'

/**
 * Where a sealed text is stored. It cannot be opened anywhere else, so a ciphertext copied to another row is worthless.
 */
export type SecretPlace = { readonly table: string; readonly column: string; readonly row: string | number }

export type SecretBox = {
  /** The key that seals; texts sealed with other keys wait for the re-encrypt command. */
  readonly keyId: string
  readonly seal: (secret: Secret | string, place: SecretPlace) => string
  /** Throws `UnreadableSecret`. */
  readonly open: (sealed: string, place: SecretPlace) => Secret
}

/** A sealed text that was altered, moved, cut, or sealed with a key we do not have. */
export class UnreadableSecret extends Error {
  override readonly name = 'UnreadableSecret'
}

const VERSION = 'v1'
const CIPHER = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16
const FORMAT = /^v1:(?<keyId>[0-9a-f]+):(?<nonce>[\w-]{16}):(?<body>[\w-]{22,})$/

/**
 * Encrypts with the current root key, decrypts with any. Text: `v1:<key id>:<nonce>:<ciphertext and tag>`, base64url.
 */
export function createSecretBox(keys: {
  readonly current: RootKey
  readonly previous?: readonly RootKey[]
}): SecretBox {
  const ciphers = new Map([keys.current, ...(keys.previous ?? [])].map((key) => [key.id, key.derive('encryption')]))
  const currentKey = keys.current.derive('encryption')
  return {
    keyId: keys.current.id,
    seal: (secret, place) => {
      const nonce = randomBytes(NONCE_BYTES)
      const body = encrypt(currentKey, nonce, typeof secret === 'string' ? secret : secret.reveal(), place)
      return [VERSION, keys.current.id, nonce.toString('base64url'), body.toString('base64url')].join(':')
    },
    open: (sealed, place) => {
      const parts = parseSealed(sealed)
      if (!parts) throw new UnreadableSecret(`${describe(place)}: not a sealed secret`)
      const key = ciphers.get(parts.keyId)
      if (!key)
        throw new UnreadableSecret(
          `${describe(place)}: sealed with key ${parts.keyId}, which is not among SECRET_KEY and SECRET_KEY_PREVIOUS`,
        )
      return decrypt(key, parts.nonce, parts.body, place)
    },
  }
}

/** The id of the key that sealed a text; undefined when it is not a sealed text. */
export function keyIdOf(sealed: string): string | undefined {
  return parseSealed(sealed)?.keyId
}

function encrypt(key: Buffer, nonce: Buffer, plain: string, place: SecretPlace): Buffer {
  const cipher = createCipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES }).setAAD(boundTo(place))
  return Buffer.concat([cipher.update(plain, 'utf8'), cipher.final(), cipher.getAuthTag()])
}

function decrypt(key: Buffer, nonce: Buffer, body: Buffer, place: SecretPlace): Secret {
  const end = body.length - TAG_BYTES
  const decipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES })
  decipher.setAAD(boundTo(place)).setAuthTag(body.subarray(end))
  try {
    return new Secret(Buffer.concat([decipher.update(body.subarray(0, end)), decipher.final()]).toString('utf8'))
  } catch {
    throw new UnreadableSecret(`${describe(place)}: the sealed secret was altered or belongs to another row`)
  }
}

function parseSealed(sealed: string): { keyId: string; nonce: Buffer; body: Buffer } | undefined {
  const { keyId, nonce, body } = FORMAT.exec(sealed)?.groups ?? {}
  if (keyId === undefined || nonce === undefined || body === undefined) return undefined
  const parts = { keyId, nonce: Buffer.from(nonce, 'base64url'), body: Buffer.from(body, 'base64url') }
  // Base64 has spare bits at its end; only our spelling is valid, so that no altered text opens.
  const spelling = parts.body.toString('base64url')
  return spelling === body && parts.body.length >= TAG_BYTES ? parts : undefined
}

// JSON separates the parts: ("a", "bc") and ("ab", "c") must not be the same place.
const boundTo = ({ table, column, row }: SecretPlace): Buffer =>
  Buffer.from(JSON.stringify([VERSION, table, column, String(row)]))

const describe = ({ table, column, row }: SecretPlace): string => `${table}.${column} of row ${row}`
