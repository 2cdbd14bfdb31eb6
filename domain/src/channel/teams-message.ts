import { countsInWords, type MessageLinks, type Occurrence, rowInWords, shortened } from './occurrence.ts'

const LONGEST_TEXT = 2_000
const LONGEST_ROW = 250
const COLORS = { error: 'Attention', warning: 'Warning', info: 'Accent' } as const

/** What the "webhook request" trigger of Workflows takes: an Adaptive Card 1.4 in its envelope. */
export function teamsMessage(occurrence: Occurrence, links: MessageLinks) {
  return {
    type: 'message',
    attachments: [
      {
        contentType: 'application/vnd.microsoft.card.adaptive',
        contentUrl: null,
        content: {
          $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
          type: 'AdaptiveCard',
          version: '1.4',
          msteams: { width: 'Full' },
          body: cardBody(occurrence),
          actions: actionsOf(links),
        },
      },
    ],
  }
}

function cardBody(occurrence: Occurrence) {
  const { title, text, severity, rows } = occurrence
  const facts = factsOf(occurrence)
  return [
    { ...block(title), size: 'Medium', weight: 'Bolder', color: COLORS[severity] },
    block(text),
    ...(facts.length > 0 ? [{ type: 'FactSet', facts }] : []),
    ...rows.map((row) => ({ ...block(shortened(rowInWords(row), LONGEST_ROW)), fontType: 'Monospace', size: 'Small' })),
  ]
}

// Cards read Markdown in text: what a controller says must not become a link.
const block = (text: string) => ({
  type: 'TextBlock',
  wrap: true,
  text: shortened(text, LONGEST_TEXT).replaceAll(/[\\`*_[\]#~]/g, String.raw`\$&`),
})

function factsOf({ connections, counts, blame }: Occurrence) {
  const all = [
    { title: 'Controller', value: connections.join(', ') },
    { title: 'Rows', value: countsInWords(counts) },
    { title: 'By', value: blame.join(', ') },
  ]
  return all.filter(({ value }) => value !== '').map(({ title, value }) => ({ title, value: shortened(value, 500) }))
}

function actionsOf({ open, mute }: MessageLinks) {
  const action = (title: string, url: string) => ({ type: 'Action.OpenUrl', title, url })
  if (mute === null) return [action('Open', open)]
  return [
    action('Open', open),
    action('Mute for 1 hour', mute.hour),
    action('Mute for 1 day', mute.day),
    action('Mute until passed', mute.untilPassed),
  ]
}
