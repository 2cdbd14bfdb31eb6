import type { Complexity, PromptStyle } from '@heddle/contract/ai.ts'
import type { Manner } from './prompt.ts'

const STYLES: Readonly<Record<PromptStyle, string>> = {
  concise: 'Write tersely, in as few words as possible.',
  normal: 'Write plainly, in short sentences.',
  detailed: 'Write for a reader who is new to the field: explain each term where it first appears.',
}

const LENGTHS: Readonly<Record<PromptStyle, string>> = {
  concise: 'Texts have one sentence.',
  normal: 'Texts have one to three sentences.',
  detailed: 'Texts have up to eight sentences.',
}

const COMPLEXITIES: Readonly<Record<Complexity, string>> = {
  auto: 'Use as many classes and steps as the question needs, and no more.',
  simple: 'Prefer the simplest query that answers the question: one or two classes, few steps.',
  normal: 'Join what the question names; add a step only where the rows need it.',
  advanced: 'Use joins, grouping and computed columns wherever they make the answer more useful.',
}

/** How texts of an answer are to be written. */
export const writingRules = ({ prompt_style, verbosity }: Manner): string =>
  `${STYLES[prompt_style]} ${LENGTHS[verbosity]}`

/** How large a query may become. */
export const complexityRule = ({ default_complexity }: Manner): string => COMPLEXITIES[default_complexity]
