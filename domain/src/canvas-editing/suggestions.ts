import { isWireObject, type WireObject } from '../canvas/wire.ts'
import { suggest } from '../suggest.ts'
import type { CanvasChange } from './changes.ts'
import { stepWith } from './step-suggestion.ts'
import type { PartKind, WireCanvas, WirePart } from './wire-canvas.ts'

/** A problem, as far as its place and its remedy go. */
type Suggesting = { readonly code: string; readonly path?: string; readonly message: string }

type Place = {
  readonly kind: PartKind
  readonly part: WirePart
  /** Below the part. */ readonly keys: readonly string[]
}

const KINDS: readonly string[] = ['nodes', 'edges', 'post_processors'] satisfies readonly PartKind[]

/** The part of a canvas that a path such as `nodes.0.filters.1.value` leads into; undefined if it is gone. */
export function partAtPath(canvas: WireCanvas, path = ''): Place | undefined {
  const [kind = '', index = '', ...keys] = path.split('.')
  const part = KINDS.includes(kind) && /^\d+$/.test(index) ? canvas[kind as PartKind][Number(index)] : undefined
  return part && { kind: kind as PartKind, part, keys }
}

/** The edit that takes a suggestion of a problem: the suggested name instead of what is at its path, if it is there. */
export function applySuggestion(canvas: WireCanvas, problem: Suggesting, suggestion: string): readonly CanvasChange[] {
  const place = partAtPath(canvas, problem.path)
  const values = place && valuesWith(place, problem, suggestion)
  return values ? [{ type: 'set', kind: place.kind, id: place.part.id, values }] : []
}

function valuesWith(place: Place, { code, message }: Suggesting, suggestion: string): WireObject | undefined {
  const { kind, part, keys } = place
  // The names of a step are also inside expressions, and keys of its options.
  if (kind === 'post_processors' && code !== 'unknown_key') return stepWith(part, keys, message, suggestion)
  if (code === 'ambiguous_relation' || code === 'no_relation') return { kind: 'references', through: suggestion }
  const [first, ...rest] = keys
  if (first === undefined) return undefined
  if (code === 'unknown_key') return renamed(place, suggestion)
  const value = replaced(part[first], rest, suggestion)
  return value === part[first] ? undefined : { [first]: value }
}

/** A key that is not read, under the name that is. A value that is there already stays. */
function renamed({ part, keys }: Place, name: string): WireObject {
  const [key = '', ...above] = keys.toReversed()
  if (above.length === 0) return { [key]: undefined, [name]: part[name] ?? part[key] }
  const [first = '', ...rest] = above.toReversed()
  return { [first]: edited(part[first], rest, (value) => (isWireObject(value) ? withKey(value, key, name) : value)) }
}

const withKey = (object: WireObject, key: string, name: string): WireObject =>
  Object.fromEntries(
    Object.entries(object).flatMap(([own, value]) =>
      own === key ? (name in object ? [] : [[name, value]]) : [[own, value]],
    ),
  )

const replaced = (value: unknown, keys: readonly string[], by: string): unknown =>
  edited(value, keys, (before) => (Array.isArray(before) ? withNearest(before, by) : by))

/** A list with a name instead of the one in it that looks like it: a problem names the list, not the place in it. */
function withNearest(list: readonly unknown[], by: string): readonly unknown[] {
  const looksLike = (item: unknown) => typeof item === 'string' && item !== by && suggest(item, [by]).length > 0
  const index = list.findIndex(looksLike)
  return index < 0 ? list : list.with(index, by)
}

/** A value edited at the end of a path; the same value where the path leads nowhere. */
function edited(value: unknown, [key, ...rest]: readonly string[], edit: (before: unknown) => unknown): unknown {
  if (key === undefined) return edit(value)
  if (Array.isArray(value)) {
    const index = Number(key)
    const inner = edited(value[index], rest, edit)
    return !(index < value.length) || inner === value[index] ? value : value.with(index, inner)
  }
  if (!isWireObject(value)) return value
  const inner = edited(value[key], rest, edit)
  return inner === value[key] ? value : { ...value, [key]: inner }
}
