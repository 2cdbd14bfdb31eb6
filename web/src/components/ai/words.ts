import { formatNumber, plural } from '../../lib/i18n/plural.ts'

/** The words about questions to a language model, wherever one can be put. */
export const words = {
  wouldBeSent: 'What would be sent',
  wasSent: 'What was sent',
  reading: 'Reading what is sent…',
  notRead: 'What is sent could not be read.',
  tokens: (count: number) => `About ${plural(count, { one: '# token', other: '# tokens' })}. This is all of it.`,
  prompt: 'Text for the provider',
  spent: (model: string, rounds: number, sent: number, received: number) =>
    `${model}: ${plural(rounds, { one: '# question', other: '# questions' })}, ${formatNumber(sent)} tokens sent and ${formatNumber(received)} received.`,
  quota: (used: number, quota: number | null) =>
    quota === null
      ? `${plural(used, { one: '# use', other: '# uses' })} today`
      : `${formatNumber(used)} of ${formatNumber(quota)} uses today`,
  byRules: 'Written by rules, from the data alone.',
  byAi: 'Written by AI; what is in neither the data nor the class model was left out.',
  explaining: 'Writing the explanation…',
  notExplained: 'There is no explanation.',
  close: 'Close',
  settings: 'AI settings',
  question: 'What do you want to see?',
  hint: 'Bridge domains without a VRF, ports that flap…',
  ask: 'Ask AI',
  nothingAsked: 'Type what you want to see.',
} as const
