/** The two text formats that Prometheus reads. */
export type ExpositionFormat = 'text' | 'openmetrics'

/** One measured value: its labels as text, such as `leaf="101"`, and the number. */
export type Series = readonly [labels: string, value: number]

/** Labels as they stand between the braces, in the order given. */
export const labelsText = (labels: readonly (readonly [name: string, value: string])[]): string =>
  labels.map(([name, value]) => `${name}="${escapeValue(value)}"`).join(',')

/** The lines before the samples of a metric. */
export function familyHead(name: string, help: string, format: ExpositionFormat): string {
  const text = escapeBackslashes(help)
  return `# HELP ${name} ${format === 'openmetrics' ? text.replaceAll('"', String.raw`\"`) : text}\n# TYPE ${name} gauge\n`
}

export const sampleLine = (name: string, [labels, value]: Series): string =>
  labels === '' ? `${name} ${value}\n` : `${name}{${labels}} ${value}\n`

/** What ends an answer: OpenMetrics tells a whole one from one that was cut off. */
export const expositionEnd = (format: ExpositionFormat): string => (format === 'openmetrics' ? '# EOF\n' : '')

export const joinLabels = (...parts: readonly string[]): string => parts.filter((part) => part !== '').join(',')

const escapeValue = (text: string): string => escapeBackslashes(text).replaceAll('"', String.raw`\"`)

/** Lone surrogates are no UTF-8, and a carriage return ends lines for some readers. */
const escapeBackslashes = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll('\\', String.raw`\\`)
    .replaceAll('\n', String.raw`\n`)
    .replaceAll('\r', ' ')
