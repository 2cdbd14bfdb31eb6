import type { ExplainFact } from '@heddle/contract/ai.ts'
import type { Canvas } from '../../canvas/canvas.ts'
import { estimateTokens } from '../../retrieval/context-of.ts'
import { writingRules } from '../manner.ts'
import { DATA_RULE, dataBlock, type Manner, type Prompt, promptText } from '../prompt.ts'

/** A prompt stays below so many tokens, by the estimate. */
const MOST_TOKENS = 4_000
/** A larger canvas would leave too little room for the facts. */
const MOST_CANVAS_TOKENS = 1_500
const MOST_OUTPUT_TOKENS = 700
const MOST_SENTENCES = 20
/** As in `{ explanation: { sentences: ['…'] } }`. */
const DEEPEST_TEXT = 3
/** Not the `high` of a key such as `confidence`. */
const LIKE_A_SENTENCE = /\S\s+\S+\s+\S/
/** Of results, if they are shared at all. */
const MOST_ROWS = 20
const ROW_KINDS: ReadonlySet<string> = new Set(['added', 'removed', 'changed'])

const SCHEMA = {
  type: 'object',
  properties: { sentences: { type: 'array', items: { type: 'string' } } },
  required: ['sentences'],
  additionalProperties: false,
}

const QUERY_TASK = `You explain a query against a network fabric controller to a network engineer: what its rows are, how the classes
are joined, what is filtered, what the steps do, and what to watch out for.`
const CHANGES_TASK = `You explain to a network engineer what changed between two snapshots of a query against a network fabric controller:
how much, which classes and columns, and what the changes have in common. "of" is the number of changed rows that were looked at.`

const RULES = `Write English, one sentence per list item, the most important first. Use only names, values and numbers from the data,
exactly as they are written there: a sentence with any other is thrown away. Do not compute, estimate or round numbers. Do not guess causes.
${DATA_RULE}`

export type ExplainPrompt = {
  readonly prompt: Prompt
  /** The facts in it: all that its answer may name. */
  readonly facts: readonly ExplainFact[]
}

/** The canvas goes along if it is small: the facts only sum it up. */
export function queryPrompt(facts: readonly ExplainFact[], canvas: Canvas | undefined, manner: Manner): ExplainPrompt {
  const block = canvas === undefined ? '' : dataBlock('canvas', asData(canvas))
  const isSmall = block !== '' && estimateTokens(block) <= MOST_CANVAS_TOKENS
  return fitted('explain_query', QUERY_TASK, isSmall ? [block] : [], facts, manner)
}

export function changesPrompt(facts: readonly ExplainFact[], manner: Manner): ExplainPrompt {
  let rows = 0
  const kept = facts.filter(({ kind }) => !ROW_KINDS.has(kind) || ++rows <= MOST_ROWS)
  return fitted('explain_changes', CHANGES_TASK, [], kept, manner)
}

/** With as many facts as fit, the first ones first. */
function fitted(
  name: string,
  task: string,
  parts: readonly string[],
  facts: readonly ExplainFact[],
  manner: Manner,
): ExplainPrompt {
  const instructions = `${task}\n${RULES}\n${writingRules(manner)}`
  const write = (kept: readonly ExplainFact[]): Prompt => {
    const prompt = [dataBlock('facts', kept.map(asData).join('\n')), ...parts].join('\n')
    return { instructions, prompt, schema: SCHEMA, name, maxOutputTokens: MOST_OUTPUT_TOKENS, mayBeProse: true }
  }
  let most = facts.length
  let prompt = write(facts)
  while (most > 0 && promptTokens(prompt) >= MOST_TOKENS) {
    most = Math.floor(most * 0.9)
    prompt = write(facts.slice(0, most))
  }
  return { prompt, facts: facts.slice(0, most) }
}

export const promptTokens = (prompt: Prompt): number => estimateTokens(promptText(prompt))

// JSON keeps every text on its line; without these, none can end the block around it.
const asData = (value: unknown): string => JSON.stringify(value).replaceAll('<', '‹').replaceAll('>', '›')

/**
 * The sentences of an answer, under whatever keys a model put them: each is checked before anybody reads it. A plain
 * text is split. Undefined if there is no text.
 */
export function readSentences(value: unknown): readonly string[] | undefined {
  const { sentences, text } = (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>
  const elsewhere = () => textsIn(value, 0).filter((one) => LIKE_A_SENTENCE.test(one))
  const asked = [...textsIn(sentences, 0), ...textsIn(text, 0)]
  const texts = (asked.length > 0 ? asked : elsewhere()).slice(0, MOST_SENTENCES)
  return texts.length === 0 ? undefined : texts.flatMap(splitSentences)
}

function textsIn(value: unknown, depth: number): readonly string[] {
  if (typeof value === 'string') return value.trim() === '' ? [] : [value]
  if (typeof value !== 'object' || value === null || depth > DEEPEST_TEXT) return []
  return Object.values(value).flatMap((part) => textsIn(part, depth + 1))
}

/** One item may hold several sentences, of which only some are borne out. */
const splitSentences = (text: string): readonly string[] =>
  text
    .slice(0, 10_000)
    .split(/(?<=[.!?])\s+(?=\p{Lu})/u)
    .slice(0, MOST_SENTENCES)
