import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { type AuditSettings } from '@heddle/domain/audit/audit-settings.ts'
import { maskSecrets } from '@heddle/domain/audit/mask-secrets.ts'

type Limits = Pick<AuditSettings, 'content_max_bytes' | 'compress_threshold_bytes'>

/** The stored form of an entry's content: JSON text, truncated and compressed according to the settings. */
export type StoredContent = {
  readonly content: Buffer | null
  readonly contentCompressed: boolean
  /** Size of the stored text, before compression. */
  readonly contentSizeBytes: number
  readonly cut: boolean
}

const NO_CONTENT: StoredContent = { content: null, contentCompressed: false, contentSizeBytes: 0, cut: false }

export function packContent(value: unknown, limits: Limits): StoredContent {
  if (value === undefined) return NO_CONTENT
  const whole = Buffer.from(JSON.stringify(maskSecrets(value)))
  const cut = whole.length > limits.content_max_bytes
  const kept = cut ? wholeCharacters(whole, limits.content_max_bytes) : whole
  const compressed = kept.length > limits.compress_threshold_bytes
  return {
    content: compressed ? zstdCompressSync(kept) : kept,
    contentCompressed: compressed,
    contentSizeBytes: kept.length,
    cut,
  }
}

/** The content as recorded; truncated content is no longer valid JSON and is returned as text. */
export function unpackContent(content: Buffer | null, isCompressed: boolean): unknown {
  if (content === null) return null
  const text = (isCompressed ? zstdDecompressSync(content) : content).toString('utf8')
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** Truncates without splitting a character. */
function wholeCharacters(bytes: Buffer, limit: number): Buffer {
  let end = limit
  while (end > 0 && (bytes[end]! & 0xc0) === 0x80) end -= 1
  return bytes.subarray(0, end)
}
