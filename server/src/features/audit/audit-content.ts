import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { type AuditSettings } from '@heddle/domain/audit/actions.ts'
import { maskSecrets } from '@heddle/domain/audit/mask-secrets.ts'

type Limits = Pick<AuditSettings, 'content_max_bytes' | 'compress_threshold_bytes'>

/** What is stored of an entry's content: JSON text, cut and compressed as the settings say. */
export type StoredContent = {
  readonly content: Buffer | null
  readonly contentCompressed: boolean
  /** Of the text that is kept, before compression. */
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

/** The content as it was recorded; one that was cut is no JSON any more and comes as text. */
export function unpackContent(content: Buffer | null, isCompressed: boolean): unknown {
  if (content === null) return null
  const text = (isCompressed ? zstdDecompressSync(content) : content).toString('utf8')
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** Ends before a character that would be cut in two. */
function wholeCharacters(bytes: Buffer, limit: number): Buffer {
  let end = limit
  while (end > 0 && (bytes[end]! & 0xc0) === 0x80) end -= 1
  return bytes.subarray(0, end)
}
