import { type Fault, faultAt, type ReadFile } from './pieces.ts'

/** What is not said here, and what to say instead. */
const PHRASES: readonly (readonly [RegExp, string])[] = [
  [/\bcan not\b/i, 'cannot'],
  [/\bthe own\b/i, 'their, its, or your'],
  [/\b(?:was|were|is|are|be|been|being) made\b(?! (?:of|up|from)\b)/i, 'created, written, built, or an active verb'],
  [/\b(?:is|are|was|were|be|been|being|gets?) told\b/i, 'is notified, is sent, learns'],
  [/\b(?:tell|tells|told) of\b/i, 'report, list, mention'],
  [/\bwhoever\b/i, 'anyone who, the caller who'],
  [/\bfor ever\b/i, 'forever, or never ends'],
  [/\bany more\b/i, 'no longer'],
  [/\b(?:of|by) itself\b/i, 'automatically, or drop it'],
  [/\bstands? (?:in|on|under|beside|at|below|above|there)\b/i, 'is, are, or is written'],
  [/\b(?:is|are|was|were) at it\b/i, 'is working on it'],
  [/\bit(?:s|'s) time was over\b/i, 'it expired'],
  [/\bmend(?:s|ed|ing)?\b/i, 'fix'],
  [/\btakes? the permission\b/i, 'requires permission'],
  [/\bhears? of (?:it|this|that|them)\b/i, 'is notified'],
  [/\b(?:is|are) to wait\b/i, 'waits, is delayed'],
  [/\bstill to come\b/i, 'pending, not yet'],
  [/\bhow that went\b/i, 'its outcome'],
  [/\bmade up for\b/i, 'caught up'],
]

/** The phrases of a text, each with the index where it begins. */
export function findPhrases(
  text: string,
): { readonly index: number; readonly phrase: string; readonly instead: string }[] {
  return PHRASES.flatMap(([pattern, instead]) =>
    [...text.matchAll(new RegExp(pattern, 'gi'))].map(({ index, 0: phrase }) => ({ index, phrase, instead })),
  )
}

/** Comments, strings and documents are plain, idiomatic English: none of the phrases that nobody would say. */
export function findOddPhrases(file: ReadFile): readonly Fault[] {
  return file.pieces.flatMap(({ text, start }) =>
    findPhrases(text).map(({ index, phrase, instead }) =>
      faultAt(file, start + index, `"${phrase}": write plain English, such as: ${instead}.`),
    ),
  )
}
