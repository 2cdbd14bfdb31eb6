import { countsInWords, type MessageLinks, type Occurrence, rowInWords, shortened } from './occurrence.ts'

// What Slack takes: 50 blocks, 150 characters in a header, 3,000 in a section, 75 on a button.
const LONGEST_HEADER = 150
const LONGEST_SECTION = 2_900
const LONGEST_ROW = 250

const EMOJI = { error: ':red_circle:', warning: ':large_yellow_circle:', info: ':large_blue_circle:' } as const

/** A message of Block Kit. `text` is what notifications show. */
export function slackMessage(occurrence: Occurrence, links: MessageLinks) {
  const { title, severity } = occurrence
  const about = contextOf(occurrence)
  return {
    text: escapeText(title),
    blocks: [
      { type: 'header', text: plain(shortened(title, LONGEST_HEADER)) },
      section(`${EMOJI[severity]} ${escapeText(occurrence.text)}`),
      ...(occurrence.rows.length > 0 ? [section(rowsAsCode(occurrence))] : []),
      ...(about === '' ? [] : [{ type: 'context', elements: [{ type: 'mrkdwn', text: escapeText(about) }] }]),
      { type: 'actions', elements: buttons(links) },
    ],
  }
}

const plain = (text: string) => ({ type: 'plain_text', text })
const section = (text: string) => ({
  type: 'section',
  text: { type: 'mrkdwn', text: shortened(text, LONGEST_SECTION) },
})

function rowsAsCode({ rows }: Occurrence): string {
  const lines = rows.map((row) => escapeText(shortened(rowInWords(row), LONGEST_ROW)).replaceAll('`', "'"))
  return `\`\`\`${shortened(lines.join('\n'), LONGEST_SECTION - 10)}\`\`\``
}

function contextOf({ counts, blame, connections }: Occurrence): string {
  const parts = [connections.join(', '), countsInWords(counts), blame.length > 0 ? `by ${blame.join(', ')}` : '']
  return shortened(parts.filter((part) => part !== '').join(' · '), LONGEST_SECTION)
}

function buttons({ open, mute }: MessageLinks) {
  const button = (text: string, url: string) => ({ type: 'button', text: plain(text), url })
  if (mute === null) return [button('Open', open)]
  return [
    button('Open', open),
    button('Mute for 1 hour', mute.hour),
    button('Mute for 1 day', mute.day),
    button('Mute until passed', mute.untilPassed),
  ]
}

/** Slack reads these three as markup: a row must not mention everybody. */
const escapeText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
