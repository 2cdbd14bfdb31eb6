/** Longest text of an error, and of one that names several fields. */
const MESSAGE_LENGTH = 300
const FIELDS_LENGTH = 1000

const NO_FIELD = new Set(['__all__', 'non_field_errors', 'detail', 'error', 'msg', 'message'])

/** Replaces what must not be shown. */
export type Mask = (text: string) => string

/** Masks secrets, in case a server echoes what it was sent. */
export function maskOf(secrets: readonly string[]): Mask {
  const known = secrets
    .filter((secret) => secret !== '')
    .flatMap((secret) => [secret, JSON.stringify(secret).slice(1, -1)])
  return (text) => known.reduce((masked, secret) => masked.replaceAll(secret, '***'), text)
}

/** What the automation server says about an error, without HTML; undefined if it says nothing that people can read. */
export function serverWords(contentType: string, body: Uint8Array, mask: Mask): string | undefined {
  const text = new TextDecoder().decode(body)
  const json = parse(text)
  const words = json === undefined ? plainWords(contentType, text) : wordsOf(json)
  // Masked before it is cut: a part of a secret would not be recognized.
  const line = shorten(mask(words.text), words.length)
  return line === '' ? undefined : line
}

/** One line without control characters. */
export function shorten(text: string, length: number): string {
  const line = text.replace(/[\s\u0000-\u001f\u007f-\u009f]+/g, ' ').trim()
  return line.length <= length ? line : `${line.slice(0, length - 1)}…`
}

type Words = { readonly text: string; readonly length: number }

/** Errors are `{detail}`, `{error}`, fields with one or more messages, or plain texts. */
function wordsOf(json: unknown): Words {
  if (typeof json !== 'object' || json === null || Array.isArray(json))
    return { text: messagesOf(json), length: MESSAGE_LENGTH }
  const fields = Object.entries(json)
  const isPlain = fields.every(([field]) => NO_FIELD.has(field))
  return {
    text: fields.map(describeField).filter(Boolean).join('; '),
    length: isPlain ? MESSAGE_LENGTH : FIELDS_LENGTH,
  }
}

function plainWords(contentType: string, text: string): Words {
  const isReadable = contentType.startsWith('text/plain') && !/^\s*[<{[]/.test(text)
  return { text: isReadable ? text : '', length: MESSAGE_LENGTH }
}

function describeField([field, value]: [string, unknown]): string {
  const messages = messagesOf(value)
  return NO_FIELD.has(field) || messages === '' ? messages : `${field}: ${messages}`
}

function messagesOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'string') return value
  if (Array.isArray(value)) return value.map(messagesOf).filter(Boolean).join(' ')
  return JSON.stringify(value)
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // A page of a proxy, or an answer that was cut.
    return undefined
  }
}
