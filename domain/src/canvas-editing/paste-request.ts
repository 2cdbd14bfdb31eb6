import { isClassName } from '../canvas/names.ts'
import { splitDn } from '../dn/dn.ts'

type PastedFilter = { readonly property: string; readonly operator: string; readonly value: string }

/** What a request to a controller asks for, as far as a node of a canvas can. */
export type PastedRequest = {
  readonly className: string | undefined
  readonly scopeDn: string | undefined
  readonly filters: readonly PastedFilter[]
  /** The filter as it was written, where a node cannot take it. */
  readonly leftOut?: string
}

/**
 * Reads a curl or icurl line, a moquery line, or an address of the controller's API or of its own browser; undefined
 * for any other text.
 */
export function readRequest(text: string): PastedRequest | undefined {
  const line = text.trim().replaceAll(/\\\r?\n/g, ' ')
  if (/^(?:\S*[#$%>]\s+)?moquery\s/.test(line)) return readMoquery(line)
  const address = /(?:https?:\/\/[^\s'"]+|\/api\/)[^\s]*/.exec(line.replaceAll(/["']\s*(?=[/'"])|["']/g, QUOTES))?.[0]
  return address === undefined ? undefined : readAddress(address)
}

const QUOTES = (mark: string): string => (mark.length > 1 || mark === "'" ? '' : mark)

const API = /\/api\/(?:node\/)?(class|mo)\/([^?#]+?)\.(?:json|xml)(?:\?(.*))?$/

function readAddress(address: string): PastedRequest | undefined {
  const api = API.exec(address.replace(/["']+$/, ''))
  if (api) {
    const [, kind, path = '', query = ''] = api
    const options = optionsOf(query.split('&'))
    if (kind === 'mo') return requestOf(options, decoded(path), options.get('target-subtree-class'))
    const steps = decoded(path).split('/')
    const scope = steps.slice(0, -1).join('/')
    return requestOf(options, scope === '' ? undefined : scope, steps.at(-1))
  }
  // The controller's browser: `https://apic/#bTenants|uni/tn-common/BD-app`, `…/visore.html#/?dn=uni/tn-common`.
  const place = decoded(/#(.*)$/.exec(address)?.[1] ?? '')
  const dn = /(?:^|[|=:])((?:uni|topology|comp)\/.*?)(?:[|&]|$)/.exec(place)?.[1]
  return dn === undefined || splitDn(dn) === undefined ? undefined : requestOf(new Map(), dn, undefined)
}

function readMoquery(line: string): PastedRequest | undefined {
  const words =
    line.match(/'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|\S+/g)?.map((word) => word.replace(/^(['"])(.*)\1$/, '$2')) ?? []
  const after = (flag: string) => (words.includes(flag) ? words[words.indexOf(flag) + 1] : undefined)
  const options = optionsOf(words.filter((word) => /^[a-z-]+=/.test(word)))
  return requestOf(options, after('-d'), after('-c') ?? options.get('target-subtree-class'))
}

const optionsOf = (parts: readonly string[]): ReadonlyMap<string, string> =>
  new Map(
    parts.flatMap((part) => {
      const sign = part.indexOf('=')
      return sign < 0 ? [] : [[part.slice(0, sign), decoded(part.slice(sign + 1))] as const]
    }),
  )

function requestOf(
  options: ReadonlyMap<string, string>,
  scopeDn: string | undefined,
  className: string | undefined,
): PastedRequest | undefined {
  const name = className?.split(',')[0]
  if (name !== undefined && !isClassName(name)) return undefined
  if (name === undefined && scopeDn === undefined) return undefined
  const written = options.get('query-target-filter')
  const filters = written === undefined ? [] : filtersOf(written)
  return {
    className: name,
    scopeDn,
    filters: filters ?? [],
    ...(filters === undefined && { leftOut: written! }),
  }
}

const OPERATORS: Readonly<Record<string, string>> = {
  ...{ eq: 'eq', ne: 'ne', lt: 'lt', le: 'le', gt: 'gt', ge: 'ge' },
  ...{ wcard: 'contains', anybit: 'any_bit', allbits: 'all_bits' },
}
const CONDITION = /^(\w+)\((\w+)\.(\w+),"([^"]*)"\)$/

/** Conditions that all hold; undefined for a filter that is anything else. */
function filtersOf(written: string): readonly PastedFilter[] | undefined {
  const all = /^and\((.*)\)$/.exec(written)?.[1]
  const parts = all === undefined ? [written] : splitConditions(all)
  const filters = parts.map((part) => {
    const [, name = '', , property = '', value = ''] = CONDITION.exec(part.trim()) ?? []
    const operator = OPERATORS[name]
    return operator === undefined ? undefined : { property, operator, value }
  })
  return filters.every((filter) => filter !== undefined) ? filters : undefined
}

/** At the commas that are outside of brackets and quotes. */
function splitConditions(text: string): readonly string[] {
  const parts: string[] = []
  let part = ''
  let depth = 0
  let isQuoted = false
  for (const letter of text) {
    if (letter === '"') isQuoted = !isQuoted
    else if (!isQuoted && letter === '(') depth += 1
    else if (!isQuoted && letter === ')') depth -= 1
    if (letter === ',' && depth === 0 && !isQuoted) {
      parts.push(part)
      part = ''
    } else part += letter
  }
  return [...parts, part]
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
