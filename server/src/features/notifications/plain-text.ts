/** Without line breaks and other control characters. */
export const onOneLine = (text: string): string => text.replaceAll(/[\s\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim()

/** At most this many characters; truncated text ends in an ellipsis, never in half a character. */
export function cutPlainText(text: string, longest: number): string {
  if (text.length <= longest) return text
  return `${text.slice(0, longest - 1).replace(/[\ud800-\udbff]$/, '')}…`
}

export const LONGEST_TITLE_NAME = 150

/** A name within a title. */
export const quotedName = (name: string): string => `"${cutPlainText(onOneLine(name), LONGEST_TITLE_NAME)}"`
