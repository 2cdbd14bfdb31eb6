import { countsInWords, type MessageLinks, type Occurrence, rowInWords, shortened } from './occurrence.ts'

// Webex takes 7,439 bytes; Markdown of the links included.
const LONGEST_TEXT = 1_500
const LONGEST_ROW = 200

/** A message in Markdown for an incoming webhook of a Webex space. */
export function webexMessage(occurrence: Occurrence, links: MessageLinks): { markdown: string } {
  const { title, text, rows, connections, counts, blame } = occurrence
  const facts = [connections.join(', '), countsInWords(counts), blame.length > 0 ? `by ${blame.join(', ')}` : '']
  const lines = [
    `**${escaped(shortened(title, 200))}**`,
    escaped(shortened(text, LONGEST_TEXT)),
    escaped(shortened(facts.filter((fact) => fact !== '').join(' · '), 500)),
    rows.map((row) => `- ${escaped(shortened(rowInWords(row), LONGEST_ROW))}`).join('\n'),
    linksOf(links),
  ]
  return { markdown: lines.filter((line) => line !== '').join('\n\n') }
}

function linksOf({ open, mute }: MessageLinks): string {
  const shown =
    mute === null
      ? []
      : [`[mute for 1 hour](${mute.hour})`, `[1 day](${mute.day})`, `[until passed](${mute.untilPassed})`]
  return [`[Open](${open})`, ...shown].join(' · ')
}

/** What a controller says is text: no link, no mention of everybody. */
const escaped = (text: string): string => text.replaceAll(/[\\`*_[\]#~<>@]/g, String.raw`\$&`).replaceAll('\n', ' ')
