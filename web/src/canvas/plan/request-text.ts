import type { Wire } from '../../lib/api/wire.ts'

export const REQUEST_FORMATS = ['curl', 'icurl', 'moquery'] as const
export type RequestFormat = (typeof REQUEST_FORMATS)[number]

/** What the controller's own tool adds. */
const PAGING = new Set(['page', 'page-size'])

/**
 * A planned request for a shell: `curl` from anywhere, with the address and the token in variables; `icurl` and
 * `moquery` on the controller itself.
 */
export function requestText(
  { request, class_name }: Pick<Wire.PlanStepReply, 'request' | 'class_name'>,
  format: RequestFormat,
): string {
  const path = request ?? ''
  if (format === 'curl') return `curl -sk -b "APIC-cookie=$TOKEN" "https://$APIC"${quoted(path)}`
  if (format === 'icurl') return `icurl ${quoted(`http://localhost:7777${path}`)}`
  return moquery(path, class_name)
}

function moquery(request: string, className: string | undefined): string {
  const [path = '', query = ''] = request.split('?')
  const dn = /\/api\/(?:node\/)?mo\/(.+)\.(?:json|xml)$/.exec(path)?.[1]
  const asked = /\/api\/(?:node\/)?class\/(?:.+\/)?(\w+)\.(?:json|xml)$/.exec(path)?.[1] ?? className ?? ''
  const options = query
    .split('&')
    .filter((option) => option !== '' && !PAGING.has(option.split('=')[0]!))
    .map((option) => quoted(decoded(option)))
  return [
    'moquery',
    dn === undefined ? `-c ${asked}` : `-d ${quoted(decoded(dn))}`,
    ...(options.length > 0 ? [`-x ${options.join(' ')}`] : []),
  ].join(' ')
}

/** A request that is not encoded as it should be is copied as it is. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`
