import type { OcsfBody } from './record-event.ts'

/** A character outside of ASCII takes this many in JSON. */
const MOST_PER_CHARACTER = 6
const LONGEST_NAME = 80

/** JSON in plain ASCII: valid whatever a receiver takes its encoding for, and as long in bytes as in characters. */
export const asciiJson = (value: unknown): string =>
  JSON.stringify(value).replace(
    /[\u007f-\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )

/**
 * The event with as much as fits into so many bytes of JSON, which are 1,000 at least. What was left out is said in
 * `unmapped`: `truncated`, and how many bytes the whole event has.
 */
export function fitEvent(body: OcsfBody, bytes: number): { readonly body: OcsfBody; readonly text: string } {
  const whole = asciiJson(body)
  if (whole.length <= bytes) return { body, text: whole }
  const cut = { truncated: true, whole_bytes: whole.length }
  for (const shorten of [withoutContent, withoutDetails]) {
    const shorter = shorten(body)
    const shown = { ...shorter, unmapped: { ...shorter.unmapped, ...cut } }
    const text = asciiJson(shown)
    if (text.length <= bytes) return { body: shown, text }
  }
  const bare = { ...bareOf(body), unmapped: cut }
  const room = bytes - asciiJson({ ...bare, message: '' }).length
  const least = { ...bare, message: body.message.slice(0, Math.max(0, Math.floor(room / MOST_PER_CHARACTER))) }
  return { body: least, text: asciiJson(least) }
}

/** Without what can be looked up where the record comes from. */
function withoutContent(body: OcsfBody): OcsfBody {
  const { content: _content, details: _details, ...unmapped } = body.unmapped
  const { evidences: _evidences, ...rest } = body
  return { ...rest, message: body.message, unmapped }
}

/** Without what only describes. */
function withoutDetails(body: OcsfBody): OcsfBody {
  const {
    http_request: _request,
    device: _device,
    finding_info: info,
    compliance: _compliance,
    ...rest
  } = withoutContent(body)
  return {
    ...rest,
    ...(info !== undefined && { finding_info: identityOf(info as Record<string, unknown>) }),
    message: body.message,
    unmapped: body.unmapped['waiver'] === undefined ? {} : { waiver: body.unmapped['waiver'] },
  }
}

/** What says which event it is, and how bad. */
function bareOf(body: OcsfBody): OcsfBody {
  const kept = ['metadata', 'category_uid', 'class_uid', 'activity_id', 'type_uid', 'time', 'severity_id', 'status_id']
  const info = body['finding_info'] as Record<string, unknown> | undefined
  return {
    ...Object.fromEntries(Object.entries(body).filter(([name]) => kept.includes(name))),
    ...(info && { finding_info: identityOf(info) }),
    message: body.message,
    unmapped: {},
  }
}

const identityOf = ({ uid, title }: Readonly<Record<string, unknown>>) => ({
  uid,
  title: typeof title === 'string' ? title.slice(0, LONGEST_NAME) : title,
})
