const COLORS = ['black', 'red', 'green', 'yellow', 'blue', 'magenta', 'cyan', 'white'] as const
type AnsiColor = (typeof COLORS)[number]
/** A stretch of text that looks the same. */
export type Span = { readonly text: string; readonly color?: AnsiColor; readonly isBold?: boolean }

const CONTROL = /\u001b(?:\[([0-9;?]*)([@-~])|\][^\u0007\u001b]*(?:\u0007|\u001b\\)?|[@-Z\\-_])/g

/** A line may have the 200 MB of a whole output: what is beyond is neither shown nor searched. */
const LONGEST_LINE = 10_000
const MOST_SPANS = 500

const CUT: Span = { text: ' …' }

type Style = Omit<Span, 'text'>

/**
 * A line of output as a terminal shows it: its colours, and of what it overwrote only the last. Ends with an ellipsis
 * where it is cut.
 */
export function spansOf(line: string): readonly Span[] {
  const shown = lastOfOverwritten(line)
  const spans: Span[] = []
  let style: Style = {}
  let from = 0
  const add = (text: string) => {
    if (text !== '') spans.push({ text, ...style })
  }
  for (const found of shown.matchAll(CONTROL)) {
    add(shown.slice(from, found.index))
    from = found.index + found[0].length
    if (spans.length === MOST_SPANS) return [...spans, CUT]
    if (found[2] === 'm') style = styleAfter(style, found[1] ?? '')
  }
  add(shown.slice(from))
  return shown.length === LONGEST_LINE ? [...spans, CUT] : spans
}

/** What a reader can search in. */
export const plainText = (line: string): string => lastOfOverwritten(line).replaceAll(CONTROL, '')

/** A carriage return begins the line anew. */
function lastOfOverwritten(line: string): string {
  const text = line.endsWith('\r') ? line.slice(0, -1) : line
  const begin = text.lastIndexOf('\r') + 1
  return text.slice(begin, begin + LONGEST_LINE)
}

function styleAfter(before: Style, codes: string): Style {
  const numbers = codes === '' ? [0] : codes.split(';').map(Number)
  return numbers.reduce<Style>((style, code) => {
    if (code === 0) return {}
    if (code === 1) return { ...style, isBold: true }
    if (code === 22) return without(style, 'isBold')
    if (code === 39) return without(style, 'color')
    const color = COLORS[code - 30] ?? COLORS[code - 90]
    return color === undefined ? style : { ...style, color }
  }, before)
}

const without = (style: Style, name: keyof Style): Style =>
  Object.fromEntries(Object.entries(style).filter(([key]) => key !== name))
