/** A refusal of the server, or no answer at all (`status` 0). */
export class HeddleError extends Error {
  override readonly name = 'HeddleError'
  readonly status: number
  /** Messages by field; those about no field are under `non_field_errors`. */
  readonly fields: Readonly<Record<string, readonly string[]>>
  /** The machine-readable reason of a conflict, such as `in_use`. */
  readonly code: string | undefined
  /** Seconds to wait before trying again. */
  readonly retryAfter: number | undefined
  /** The whole answer. */
  readonly body: unknown
  /** What was asked, such as `GET` and `/api/queries/saved-queries/`. */
  readonly method: string | undefined
  readonly path: string | undefined
  /** Names the request in the server's log. */
  readonly requestId: string | undefined

  constructor(
    message: string,
    status: number,
    facts: Partial<Pick<HeddleError, 'fields' | 'code' | 'retryAfter' | 'body' | 'method' | 'path' | 'requestId'>> &
      ErrorOptions = {},
  ) {
    super(message, facts.cause === undefined ? {} : { cause: facts.cause })
    this.status = status
    this.fields = facts.fields ?? {}
    this.code = facts.code
    this.retryAfter = facts.retryAfter
    this.body = facts.body
    this.method = facts.method
    this.path = facts.path
    this.requestId = facts.requestId
  }
}

/** The error that an answer stands for. */
export async function errorOf(
  response: Response,
  asked: { readonly method?: string; readonly path?: string } = {},
): Promise<HeddleError> {
  const body = await readBody(response)
  const record = isRecord(body) ? body : {}
  const { detail, code } = record
  const fields = Object.fromEntries(
    Object.entries(record).filter((entry): entry is [string, string[]] => isMessages(entry[1])),
  )
  const message = typeof detail === 'string' ? detail : (describe(fields) ?? `The server answered ${response.status}.`)
  return new HeddleError(message, response.status, {
    fields,
    body,
    ...asked,
    requestId: response.headers.get('x-request-id') ?? undefined,
    ...(typeof code === 'string' && { code }),
    ...retryAfterOf(response),
  })
}

/** From seconds or a date. */
export function retryAfterOf(response: Response): { retryAfter?: number } {
  const value = response.headers.get('retry-after')
  if (value === null) return {}
  const seconds = /^\d+$/.test(value) ? Number(value) : (Date.parse(value) - Date.now()) / 1000
  return Number.isFinite(seconds) ? { retryAfter: Math.max(0, seconds) } : {}
}

async function readBody(response: Response): Promise<unknown> {
  const text = await response.text().catch(() => '')
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isMessages = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'string')

function describe(fields: Readonly<Record<string, readonly string[]>>): string | undefined {
  const texts = Object.entries(fields).flatMap(([field, messages]) =>
    messages.map((message) => (field === 'non_field_errors' ? message : `${field}: ${message}`)),
  )
  return texts.length === 0 ? undefined : texts.join(' ')
}
