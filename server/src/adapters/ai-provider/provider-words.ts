import { parseJson } from './read-json.ts'

/** Replaces what must not be shown. */
export type KeyMask = (text: string) => string

const MESSAGE_LENGTH = 300
/** More than is shown, so that a secret is not cut in two before it is masked. */
const READ_LENGTH = 4_000
/** A part of a key of this length gives it away. */
const TELLING_LENGTH = 8
const HIDDEN = '…'

/** Keys by the prefixes that providers give them, tokens, and keys shown with stars or dots in the middle. */
const KEY_LIKE: readonly RegExp[] = [
  /\b(?:sk|pk|rk|gsk|xai)[-_][\w*•.…-]{6,}/gi,
  /\bAIza[\w*•.…-]{6,}/g,
  /\beyJ[\w.-]{10,}/g,
  /(?<=\bbearer\s+)[^\s"',;()]{16,}/gi,
  /[\w-]*[*•]{2,}[\w*•-]*/g,
  /\b\w{2,12}(?:\.{3,}|…)\w{2,12}\b/g,
  // Hexadecimal and mixed characters: nothing else that people should read is so long.
  /\b[0-9a-f]{32,}\b/gi,
  /\b(?=\w*\d)(?=\w*[a-z])(?=\w*[A-Z])\w{28,}\b/g,
]

/** Hides our key, every telling part of it, and anything that looks like a key. */
export function keyMask(key: string): KeyMask {
  return (text) => {
    const plain =
      key === ''
        ? text
        : hideParts([key, encodeURIComponent(key), JSON.stringify(key).slice(1, -1)].reduce(hide, text), key)
    return KEY_LIKE.reduce((masked, pattern) => masked.replace(pattern, HIDDEN), plain)
  }
}

const hide = (text: string, secret: string): string => text.replaceAll(secret, HIDDEN)

function hideParts(text: string, key: string): string {
  return text.replace(/[^\s"'`<>(),;:]{8,}/g, (word) => (hasPartOf(word, key) ? HIDDEN : word))
}

function hasPartOf(word: string, key: string): boolean {
  for (let at = 0; at + TELLING_LENGTH <= word.length; at++)
    if (key.includes(word.slice(at, at + TELLING_LENGTH))) return true
  return false
}

/** One line that people can read: no markup, no queries of URLs, no key. */
export function readable(text: string, mask: KeyMask, length = MESSAGE_LENGTH): string {
  const line = text
    .slice(0, READ_LENGTH)
    .replace(/<[^<>]*>/g, ' ')
    .replace(/(\bhttps?:\/\/[^\s?#"']*)[?#][^\s"']*/gi, '$1')
    .replace(/[\p{C}\p{Z}\s]+/gu, ' ')
    .trim()
  const masked = mask(line)
  return masked.length <= length ? masked : `${masked.slice(0, length - 1).trimEnd()}…`
}

/** What an error body says, and the words in it that classify it. */
export type ErrorBody = {
  /** Unmasked: for `readable` and for comparisons only. */
  readonly message: string | undefined
  /** Codes, types and parameters, joined. */
  readonly codes: string
  /** As some write the status into a body that comes with 200. */
  readonly status: number | undefined
  readonly error: Fields
}

type Fields = Readonly<Record<string, unknown>>

/**
 * Reads `{error: {message, type, code, param}}`, `{error: "text"}`, `{message}`, `{detail}`, and what gateways nest in
 * them; plain texts as they are. A web page says nothing.
 */
export function readErrorBody(text: string, contentType: string): ErrorBody {
  const json = parseJson(text)
  if (json === undefined) {
    const isText = !contentType.includes('html') && !/^\s*[<{[]/.test(text)
    return { message: isText && text.trim() !== '' ? text : undefined, codes: '', status: undefined, error: {} }
  }
  const body = providerFields(Array.isArray(json) ? json[0] : json)
  const error = typeof body['error'] === 'object' && body['error'] !== null ? providerFields(body['error']) : body
  const codes = ['code', 'type', 'param', 'status', 'reason']
    .map((name) => error[name])
    .filter((code) => typeof code === 'string')
  const inner = providerFields(error['innererror'])['code']
  const status = Number(error['code'] ?? error['status'])
  return {
    message: messageIn(body, error),
    codes: [...codes, ...reasonsOf(error['details']), ...(typeof inner === 'string' ? [inner] : [])].join(' '),
    status: Number.isInteger(status) && status >= 400 && status < 600 ? status : undefined,
    error,
  }
}

function messageIn(body: Fields, error: Fields): string | undefined {
  const said = [error['message'], body['error'], body['message'], body['detail'], body['msg']]
    .map(textIn)
    .find((text) => text !== '')
  // OpenRouter says only that the provider behind it failed; that provider's words are further down.
  const raw = textIn(providerFields(error['metadata'])['raw'])
  if (raw === '') return said
  const behind = raw.startsWith('{') ? (readErrorBody(raw, '').message ?? raw) : raw
  return said === undefined || said === behind ? behind : `${said}: ${behind}`
}

/** A text, or the messages of a list of faults. */
function textIn(value: unknown): string {
  if (typeof value === 'string') return value.trim()
  if (!Array.isArray(value)) return ''
  return value
    .map((one) => textIn(providerFields(one)['msg'] ?? providerFields(one)['message'] ?? one))
    .filter(Boolean)
    .join(' ')
}

const reasonsOf = (details: unknown): string[] =>
  (Array.isArray(details) ? details : [])
    .map((one) => providerFields(one)['reason'])
    .filter((reason) => typeof reason === 'string')

export function providerFields(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : {}
}
