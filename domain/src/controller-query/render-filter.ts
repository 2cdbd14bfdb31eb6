import { encodeQueryValue } from './encode-url.ts'
import type { ControllerFilter } from './controller-query.ts'

/** A filter in the controller's language, not percent-encoded: `and(eq(fvBD.name,"web"),wcard(fvBD.dn,"tn-A/"))`. */
export function renderFilter(filter: ControllerFilter): string {
  switch (filter.op) {
    case 'and':
    case 'or':
      return renderGroup(filter.op, filter.items)
    case 'not':
      return `not(${renderFilter(filter.item)})`
    case 'bw':
      return `bw(${subject(filter)},${quote(filter.low)},${quote(filter.high)})`
    default:
      return `${filter.op}(${subject(filter)},${quote(filter.value)})`
  }
}

/** Bytes a filter takes in a URL. */
export function encodedFilterLength(filter: ControllerFilter): number {
  return encodeQueryValue(renderFilter(filter)).length
}

function renderGroup(op: 'and' | 'or', items: readonly ControllerFilter[]): string {
  const [first] = items
  if (items.length === 1 && first) return renderFilter(first)
  // An empty `and` is true, an empty `or` is false; the grammar has words for both.
  return items.length === 0 ? String(op === 'and') : `${op}(${items.map(renderFilter).join(',')})`
}

function subject({ class_name, property }: { readonly class_name: string; readonly property: string }): string {
  return `${assertName(class_name)}.${assertName(property)}`
}

/** Names are checked when a canvas is validated. An invalid one would become syntax, so it must not get past here. */
export function assertName(name: string): string {
  if (!/^\w+$/.test(name)) throw new Error(`${JSON.stringify(name)}: expected the name of a class or property`)
  return name
}

// Values with a backslash are never pushed; should one get here anyway, it must not swallow the closing quote.
const quote = (value: string) => `"${value.replace(/["\\]/g, String.raw`\$&`)}"`
