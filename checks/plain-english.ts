import type { Rule } from 'eslint'

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

type Place = { readonly line: number; readonly column: number }
const placeIn = (start: Place, text: string, index: number): Place => {
  const before = text.slice(0, index).split('\n')
  return before.length === 1
    ? { line: start.line, column: start.column + index }
    : { line: start.line + before.length - 1, column: before.at(-1)!.length }
}

/** Keeps comments, strings and documents in plain, idiomatic English: a list of phrases that nobody would say. */
export const plainEnglish: Rule.RuleModule = {
  meta: {
    type: 'suggestion',
    schema: [],
    docs: { description: 'Write as a native engineer speaks' },
    messages: { phrase: '"{{phrase}}": write plain English, such as: {{instead}}.' },
  },
  create(context) {
    const check = (text: string, start: Place): void => {
      for (const { index, phrase, instead } of findPhrases(text)) {
        context.report({ loc: placeIn(start, text, index), messageId: 'phrase', data: { phrase, instead } })
      }
    }
    return {
      Program: () => {
        for (const { value, loc } of context.sourceCode.getAllComments())
          if (loc) check(value, { line: loc.start.line, column: loc.start.column + 2 })
      },
      Literal: ({ value, loc }) => {
        if (typeof value === 'string' && loc) check(value, loc.start)
      },
      TemplateElement: ({ value, loc }) => {
        if (loc) check(value.cooked ?? value.raw, loc.start)
      },
      // Markdown.
      text: (node: unknown) => {
        const { value, position } = node as { readonly value: string; readonly position: { readonly start: Place } }
        check(value, position.start)
      },
    }
  },
}
