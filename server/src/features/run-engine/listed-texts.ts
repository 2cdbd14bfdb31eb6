import { ALL_WARNINGS_BYTES, WARNING_BYTES } from '@heddle/contract/result-budget.ts'
import { cutSampleText } from './stage-samples.ts'

/** Texts as they are listed for people: as many as fit, then how many more there were. */
export function listUpTo(mostBytes: number, texts: readonly string[]): readonly string[] {
  let room = mostBytes
  const end = texts.findIndex((text) => (room -= Buffer.byteLength(text) + 1) < 0)
  return end < 0 ? texts : [...texts.slice(0, end), `… (${(texts.length - end).toLocaleString('en')} more)`]
}

export const listWarnings = (warnings: readonly string[]): readonly string[] =>
  listUpTo(
    ALL_WARNINGS_BYTES,
    warnings.map((warning) => cutSampleText(warning, WARNING_BYTES)),
  )
