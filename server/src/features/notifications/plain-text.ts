/** Without line breaks and other control characters. */
export const onOneLine = (text: string): string => text.replaceAll(/[\s\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim()

/** At most so many characters; what is cut ends in an ellipsis, and not in half a character. */
export function cutText(text: string, longest: number): string {
  if (text.length <= longest) return text
  return `${text.slice(0, longest - 1).replace(/[\ud800-\udbff]$/, '')}…`
}

/** As a column can hold it: without NUL and halves of characters. */
export const storableText = (text: string): string => text.replaceAll('\0', '').toWellFormed()
