/** Trimmed; nothing but spaces is null. What was not sent stays undefined. */
export const textOrNull = (text: string | null | undefined): string | null | undefined =>
  text === null || text?.trim() === '' ? null : text?.trim()
