const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Any text, for an attribute or between tags. */
export const escapeHtml = (text: string): string => text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character]!)

/** HTML that is safe as it is. */
export class Html {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

type Part = Html | readonly Html[] | string | number | null | undefined

/** Every value is escaped, unless it is HTML itself. Not called `html`, because Prettier would complete the parts. */
export const markup = (texts: TemplateStringsArray, ...values: readonly Part[]): Html =>
  new Html(String.raw({ raw: texts }, ...values.map(textOf)))

function textOf(value: Part): string {
  if (value instanceof Html) return value.text
  if (Array.isArray(value)) return value.map(({ text }: Html) => text).join('')
  return escapeHtml(typeof value === 'number' ? String(value) : ((value ?? '') as string))
}
