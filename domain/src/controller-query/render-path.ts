import type { ControllerQuery } from './controller-query.ts'
import { encodePathDn, encodeQueryValue, withoutControls } from './encode-url.ts'
import { assertName, renderFilter } from './render-filter.ts'

export { renderFilter } from './render-filter.ts'

/** `page` counts from 0. */
type Page = { readonly page: number; readonly size: number }

type Parameter = readonly [name: string, value: string | undefined]

/**
 * Path and query of a request, percent-encoded and with its parameters in a fixed order:
 * `/api/class/fvBD.json?query-target-filter=eq(fvBD.name,%22web%22)&order-by=fvBD.dn&page=0&page-size=1000`.
 */
export function renderPath(query: ControllerQuery, page?: Page): string {
  const paging: readonly Parameter[] = page ? [['page', String(page.page)], ['page-size', String(page.size)]] : [] // prettier-ignore
  return renderRequest(query, [...parametersOf(query), ...paging])
}

/** The request in readable form: not percent-encoded, without page parameters, on one line. */
export const readablePath = (query: ControllerQuery): string => readableRequest(query, parametersOf(query))

/** A request with these parameters in the same form. */
export function readableRequest({ target }: ControllerQuery, parameters: readonly Parameter[]): string {
  const path = target.kind === 'mo' ? `/api/mo/${target.dn}.json` : `/api/class/${target.class_name}.json`
  return withoutControls(`${path}${queryString(parameters, (value) => value)}`)
}

/** A percent-encoded request with these parameters. */
export function renderRequest({ target }: ControllerQuery, parameters: readonly Parameter[]): string {
  const path =
    target.kind === 'mo'
      ? `/api/mo/${encodePathDn(target.dn)}.json`
      : `/api/class/${assertName(target.class_name)}.json`
  return path + queryString(parameters, encodeQueryValue)
}

function queryString(parameters: readonly Parameter[], encode: (value: string) => string): string {
  const given = parameters.flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${encode(value)}`]))
  return given.length === 0 ? '' : `?${given.join('&')}`
}

function parametersOf(query: ControllerQuery): readonly Parameter[] {
  const { subtree } = query
  return [
    ...candidateParameters(query),
    ['rsp-subtree', subtree?.depth],
    ['rsp-subtree-class', names(subtree?.classes)],
    ['rsp-subtree-filter', subtree?.filter && renderFilter(subtree.filter)],
    ['rsp-subtree-include', subtree?.required ? 'required' : undefined],
    ['rsp-prop-include', query.naming_only ? 'naming-only' : undefined],
    ['order-by', orderOf(query)],
  ]
}

// Objects of several classes are ordered by the DNs of each of them: those of others have none of that class.
function orderOf({ order_by, sort, target_classes = [] }: ControllerQuery): string | undefined {
  if (order_by === undefined) return undefined
  const first = sort && `${assertName(order_by)}.${assertName(sort.property)}|${sort.descending ? 'desc' : 'asc'}`
  const dns = (target_classes.length > 1 ? target_classes : [order_by]).map((name) => `${assertName(name)}.dn`)
  // No two objects have one DN, so nothing else orders them.
  if (first !== undefined && sort?.property === 'dn') return first
  return [...(first === undefined ? [] : [first]), ...dns].join(',')
}

/** The parameters that decide which objects are in the answer. */
export function candidateParameters({
  query_target,
  target_classes,
  filter,
  time_range,
}: ControllerQuery): readonly Parameter[] {
  return [
    ['query-target', query_target],
    ['target-subtree-class', names(target_classes)],
    ['query-target-filter', filter && renderFilter(filter)],
    ['time-range', time_range],
  ]
}

const names = (classes: readonly string[] | undefined) =>
  classes?.length ? classes.map(assertName).join(',') : undefined
