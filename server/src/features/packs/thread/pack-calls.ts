import type { PackManifest } from '@heddle/contract/pack-files.ts'
import type { PackedCheck } from '@heddle/domain/packs/pack.ts'
import type { FieldMessages } from '../../../kernel/field-messages.ts'

/** A check without its examples, which are for its author. */
export type CheckContent = Omit<PackedCheck, 'examples'>

export type PackUpload =
  | { readonly kind: 'files'; readonly files: Readonly<Record<string, string>> }
  | { readonly kind: 'zip' | 'tar'; readonly bytes: Uint8Array }

export type ReadUpload = {
  readonly manifest: Omit<PackManifest, 'parameters'> & { readonly parameters: readonly unknown[] }
  readonly checks: readonly CheckContent[]
  readonly hash: string
}

/** Answers are JSON: `ReadUpload`, or the faults. */
export type PackCalls = {
  readonly read: (upload: PackUpload) => Promise<{ readonly json: string } | { readonly faults: FieldMessages }>
}
