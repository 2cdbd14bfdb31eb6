import { STATUS_CODES, type IncomingHttpHeaders } from 'node:http'
import { AiFailure, type AiFailureReason } from './ai-failure.ts'
import type { WireAnswer } from './ai-wire.ts'
import { type ErrorBody, providerFields, type KeyMask, readable, readErrorBody } from './provider-words.ts'
import { parseJson } from './read-json.ts'

/**
 * What another request may do about it: ask at another place, do without the schema, or without the usual limit of
 * tokens.
 */
export type Remedy = 'another_place' | 'no_schema' | 'another_limit'

/** The provider answered, but not the question. */
export class Rejection extends AiFailure {
  readonly status: number
  readonly remedy: Remedy | undefined

  constructor(
    status: number,
    reason: AiFailureReason,
    message: string,
    more: { remedy?: Remedy | undefined; seconds?: number | undefined },
  ) {
    super(reason, message, more.seconds)
    this.status = status
    this.remedy = more.remedy
  }
}

/** Whom was asked for what, to say it and to find it in the provider's words. */
export type NamedProvider = { readonly who: string; readonly name: string | undefined; readonly mask: KeyMask }

type Facts = ErrorBody & {
  readonly answered: number
  readonly all: string
  readonly name: string | undefined
  readonly seconds: number | undefined
}

const DAY_SECONDS = 86_400

/** What stands against taking an answer for one; undefined if nothing does. */
export function rejectionOf(answer: WireAnswer, asked: NamedProvider): Rejection | undefined {
  const { status, headers, text } = answer
  if (status >= 300 && status < 400) return redirected(status, headers, asked)
  if (status >= 200 && status < 300) return rejectionOfSuccess(answer, asked)
  return rejected(status, readErrorBody(text, typeOf(headers)), headers, asked)
}

function rejected(
  status: number,
  body: ErrorBody,
  headers: IncomingHttpHeaders,
  { who, name, mask }: NamedProvider,
): Rejection {
  const seconds = secondsToWait(headers, body)
  const facts: Facts = { ...body, answered: status, all: `${body.codes} ${body.message ?? ''}`, name, seconds }
  const remedy = remedyOf(facts)
  const words = body.message === undefined ? '' : readable(body.message, mask)
  const hint = remedy === 'another_place' && status !== 400 ? ' Check the base URL.' : ''
  return new Rejection(status, reasonOf(facts), `${who} answered ${describe(status, words)}${hint}`, {
    remedy,
    seconds,
  })
}

function describe(status: number, words: string): string {
  const sentence = /[.!?…]$/.test(words) ? words : `${words}.`
  if (status < 300) return words === '' ? 'with an error.' : `with an error: ${sentence}`
  if (words !== '') return `${status}: ${sentence}`
  return STATUS_CODES[status] ? `${status} (${STATUS_CODES[status]}).` : `${status}.`
}

/** The library of each provider would make an answer of these, or fail with words of its own. */
function rejectionOfSuccess({ status, headers, text }: WireAnswer, asked: NamedProvider): Rejection | undefined {
  const { who, mask } = asked
  const json = parseJson(text)
  if (json === undefined) {
    const isPage = typeOf(headers).includes('html') || /^\s*<(?:!doctype|html)/i.test(text)
    const what = isPage
      ? 'a web page instead of JSON. Check the base URL.'
      : 'a text that is not JSON, or only part of it.'
    return new Rejection(status, 'broken', `${who} answered with ${what}`, {
      remedy: isPage ? 'another_place' : undefined,
    })
  }
  const body = providerFields(json)
  if (body['error'] || body['object'] === 'error' || body['type'] === 'error') {
    const error = readErrorBody(text, '')
    return rejected(error.status ?? status, error, headers, asked)
  }
  const refusal = refusalIn(body)
  if (refusal === undefined) return undefined
  const words = readable(refusal, mask)
  return new Rejection(
    status,
    'declined',
    words === '' ? `${who} declined to answer.` : `${who} declined to answer: ${words}`,
    {},
  )
}

/** A refusal that has a field of its own: the libraries drop it. */
function refusalIn(body: Fields): string | undefined {
  const messages = [
    ...listOf(body['choices']).map((choice) => providerFields(providerFields(choice)['message'])),
    ...partsOf(body['output']),
  ]
  return messages.map(({ refusal }) => refusal).find((refusal) => typeof refusal === 'string' && refusal !== '') as
    string | undefined
}

type Fields = ReturnType<typeof providerFields>
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
const partsOf = (output: unknown): Fields[] =>
  listOf(output).flatMap((item) => listOf(providerFields(item)['content']).map(providerFields))

function redirected(status: number, headers: IncomingHttpHeaders, { who, mask }: NamedProvider): Rejection {
  const target = readable((headers.location ?? 'somewhere else').replace(/[?#].*$/s, ''), mask)
  return new Rejection(
    status,
    'refused',
    `${who} answered ${status}: it redirects to ${target}. Redirects are not followed.`,
    {},
  )
}

const FILTERED = /content.?(?:filter|polic|management)|ResponsibleAI|flagged for|moderation|safety system/i
const NO_CREDIT = /insufficient_quota|billing_error|insufficient credits?|credit balance|payment required/i
/** Google says this of limits per minute too, but then also how long to wait. */
const NO_QUOTA = /exceeded your current quota|billing/i
const BAD_KEY = /API_KEY_INVALID|api key (?:not valid|not found|expired)|invalid_api_key|invalid api key/i
const UNKNOWN_MODEL =
  /model_not_found|DeploymentNotFound|invalid_model|invalid model|not a chat model|does not support (?:chat|generate)|unknown model|model .{0,120}(?:not found|does not exist)|no such model/i
const OTHER_API =
  /only supported in v1\/responses|use the responses api|OperationNotSupported|requested operation is unsupported/i

function reasonOf(facts: Facts): AiFailureReason {
  const { answered: status, all, seconds } = facts
  const isAboutContent = status < 300 || status === 400 || status === 403 || status === 422
  if (isAboutContent && FILTERED.test(all)) return 'declined'
  const mayBeCredit = isAboutContent || status === 429
  if (status === 402 || (mayBeCredit && NO_CREDIT.test(all))) return 'out_of_credit'
  if (mayBeCredit && seconds === undefined && NO_QUOTA.test(all)) return 'out_of_credit'
  if (status === 401 || status === 403 || BAD_KEY.test(all)) return 'unauthorized'
  if (status === 429) return 'rate_limited'
  return isUnknownModel(facts) ? 'unknown_model' : 'refused'
}

function isUnknownModel({ answered: status, all, message = '', name }: Facts): boolean {
  if (status !== 404 && status !== 400 && status !== 422) return false
  if (UNKNOWN_MODEL.test(all)) return true
  return status === 404 && name !== undefined && message.includes(name) && !NO_PLACE.test(message)
}

const NO_PLACE = /invalid url|cannot (?:post|get)|page not found|no route|unknown (?:path|route|endpoint)/i
const ABOUT_SCHEMA =
  /response.?format|json.?schema|structured.?outputs?|output_(?:config|format)|response.?(?:json.?)?schema|response.?mime|json mode|\bformat\b|grammar|tool_choice|requested parameters/i
const ABOUT_LIMIT = /max_(?:completion_|output_)?tokens|maxOutputTokens|num_predict/i

function remedyOf(facts: Facts): Remedy | undefined {
  const { answered: status, all } = facts
  if (reasonOf(facts) !== 'refused') return undefined
  if (OTHER_API.test(all)) return 'another_place'
  const isAboutBody = status === 400 || status === 404 || status === 422 || status === 500
  if (isAboutBody && ABOUT_LIMIT.test(all)) return 'another_limit'
  if (isAboutBody && ABOUT_SCHEMA.test(all)) return 'no_schema'
  return status === 404 || status === 405 ? 'another_place' : undefined
}

/** From the header, in seconds or as a date; or Google's detail. */
function secondsToWait(headers: IncomingHttpHeaders, { error }: ErrorBody): number | undefined {
  const header = headers['retry-after']
  const detail = listOf(error['details']).map((one) => providerFields(one)['retryDelay'])
  const delay = detail.find((text) => typeof text === 'string')
  const seconds =
    header !== undefined
      ? /^\d/.test(header) && !header.includes(':')
        ? Number(header)
        : (Date.parse(header) - Date.now()) / 1000
      : Number.parseFloat(String(delay))
  return Number.isFinite(seconds) && seconds >= 0 ? Math.min(DAY_SECONDS, Math.ceil(seconds)) : undefined
}

const typeOf = (headers: IncomingHttpHeaders): string => (headers['content-type'] ?? '').toLowerCase()
