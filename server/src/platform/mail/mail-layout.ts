import { escapeHtml } from '../text/markup.ts'

export type MailContent = {
  readonly subject: string
  readonly greeting: string
  readonly paragraphs: readonly (string | LinkedParagraph)[]
  /** A button, and the URL again for copying. */
  readonly action?: { readonly label: string; readonly url: string }
  /** Small print, such as why the user gets this mail. */
  readonly footer?: readonly string[]
}

/** Text with an address of ours on a line of its own. */
export type LinkedParagraph = { readonly text: string; readonly url: string }

export type RenderedMail = { readonly subject: string; readonly text: string; readonly html: string }

/**
 * The same content as text and as HTML. Values are plain text, in which mail programs find no link; the HTML loads
 * nothing, so opening it cannot be tracked.
 */
export function renderMail({ paragraphs, ...content }: MailContent): RenderedMail {
  const harmless: PlainContent = {
    ...content,
    subject: onOneLine(withoutLinks(content.subject)),
    greeting: onOneLine(withoutLinks(content.greeting)),
    paragraphs: paragraphs.map((one) =>
      typeof one === 'string' ? withoutLinks(one) : `${withoutLinks(one.text)}\n${one.url}`,
    ),
  }
  return { subject: harmless.subject, text: renderText(harmless), html: renderHtml(harmless) }
}

type PlainContent = Omit<MailContent, 'paragraphs'> & { readonly paragraphs: readonly string[] }

/** Mails quote names and messages that others wrote. A space, because removing it could form another one. */
const withoutLinks = (text: string): string => text.replaceAll('://', ' ')

const onOneLine = (text: string): string => text.replaceAll(/[\r\n\u2028\u2029]+/g, ' ')

function renderText({ greeting, paragraphs, action, footer = [] }: PlainContent): string {
  const link = action ? [`${action.label}:\n${action.url}`] : []
  const smallPrint = footer.length > 0 ? [`-- \n${footer.join('\n')}`] : []
  return `${[greeting, ...paragraphs, ...link, ...smallPrint].join('\n\n')}\n`
}

const FONT = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"
const BUTTON =
  'display:inline-block;padding:10px 18px;border-radius:4px;background:#1f4e79;color:#ffffff;text-decoration:none'

function renderHtml({ subject, greeting, paragraphs, action, footer = [] }: PlainContent): string {
  const body = [greeting, ...paragraphs].map((paragraph) => line(paragraph, 'margin:0 0 16px'))
  const smallPrint = footer.map((note) => line(note, 'margin:0 0 4px;font-size:13px;color:#5f6b76'))
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;padding:24px;background:#f4f5f7;${FONT};font-size:15px;line-height:1.5;color:#1c2430">
<div style="max-width:560px;margin:0 auto;padding:24px;background:#ffffff;border:1px solid #dde1e6;border-radius:6px">
${[...body, ...(action ? button(action) : []), ...smallPrint].join('\n')}
</div>
</body>
</html>
`
}

function button({ label, url }: { label: string; url: string }): string[] {
  const href = escapeHtml(webAddress(url))
  return [
    `<p style="margin:0 0 16px"><a href="${href}" style="${BUTTON}">${escapeHtml(label)}</a></p>`,
    `<p style="margin:0 0 16px;font-size:13px;word-break:break-all">${href}</p>`,
  ]
}

/** Escaping does not make a `javascript:` link harmless. */
function webAddress(url: string): string {
  if (!/^https?:\/\//i.test(url)) throw new TypeError('the action of a mail: expected an http or https URL')
  return url
}

const line = (text: string, style: string): string =>
  `<p style="${style}">${escapeHtml(text).replaceAll('\n', '<br>')}</p>`
