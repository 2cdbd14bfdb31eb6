import { type LinkedParagraph, type RenderedMail, renderMail } from '../../platform/mail/mail-layout.ts'
import type { Notice } from './notice.ts'
import { cutPlainText, onOneLine } from './plain-text.ts'

type Addressee = { readonly username: string }

const MOST_LISTED = 50
const LONGEST_SUBJECT = 200
const LONGEST_LISTED_BODY = 200

const greeting = ({ username }: Addressee): string => `Hello ${username},`
const FOOTER = ['You receive this mail because e-mail is enabled in your notification preferences in Heddle.']

/** The mail for one notice. */
export function renderNotice(user: Addressee, { title, body, link }: Notice, frontendUrl: string): RenderedMail {
  return renderMail({
    subject: cutPlainText(onOneLine(title), LONGEST_SUBJECT),
    greeting: greeting(user),
    paragraphs: [body],
    ...(link !== null && { action: { label: 'Open in Heddle', url: frontendUrl + link } }),
    footer: FOOTER,
  })
}

/** One mail for several notices, in order. */
export function renderNotices(user: Addressee, notices: readonly Notice[], frontendUrl: string): RenderedMail {
  const [only, ...others] = notices
  if (only && others.length === 0) return renderNotice(user, only, frontendUrl)
  const more = notices.length - MOST_LISTED
  return renderMail({
    subject: `${notices.length} notifications from Heddle`,
    greeting: greeting(user),
    paragraphs: [
      'here is what happened:',
      ...notices.slice(0, MOST_LISTED).map((notice) => describe(notice, frontendUrl)),
      ...(more > 0 ? [`And ${more} more in Heddle.`] : []),
    ],
    action: { label: 'Open Heddle', url: frontendUrl },
    footer: FOOTER,
  })
}

function describe({ title, body, link }: Notice, frontendUrl: string): string | LinkedParagraph {
  const text = `${onOneLine(title)}\n${cutPlainText(onOneLine(body), LONGEST_LISTED_BODY)}`
  return link === null ? text : { text, url: frontendUrl + link }
}
