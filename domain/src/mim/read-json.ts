export type Json = Readonly<Record<string, unknown>>

/** Readers of foreign JSON: a value that is absent or of an unexpected type reads as empty, never as an error. */

export function isRecord(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function stringOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

export function texts(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : []
}

/** Truncates a text without splitting a surrogate pair. */
export function cut(value: string, most: number): string {
  return (value.length > most ? value.slice(0, most) : value).toWellFormed()
}
