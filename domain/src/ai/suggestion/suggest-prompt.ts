import { OPERATORS } from '../../canvas/canvas.ts'
import type { ModelContext } from '../../retrieval/context-of.ts'
import { plainText } from '../../retrieval/plain-text.ts'
import { writingRules } from '../manner.ts'
import { DATA_RULE, dataBlock, type Manner, type Prompt } from '../prompt.ts'

export const MOST_SUGGESTED = 10
const LONGEST_QUESTION = 500
const MOST_TOKENS = 1_500

/** A suggested condition has one value, and a range has two. */
export const SUGGESTED_OPERATORS = OPERATORS.filter((operator) => operator !== 'between')

const texts = { type: 'array', items: { type: 'string' } }

const SCHEMA = closed({
  classes: {
    type: 'array',
    items: closed({
      name: { type: 'string' },
      reason: { type: 'string' },
      properties: texts,
      filters: {
        type: 'array',
        items: closed({
          property: { type: 'string' },
          operator: { type: 'string', enum: SUGGESTED_OPERATORS },
          value: { type: ['string', 'null'] },
        }),
      },
    }),
  },
})

const INSTRUCTIONS = `You help operators of a Cisco ACI fabric find the classes of its object model that answer a question.
<class_model> has the classes that a search found, one per paragraph, with their properties, constants and joins; not all
of them need to fit, and you may name others that you are sure exist.
Answer with at most ${String(MOST_SUGGESTED)} classes, the most useful first:
- name: the name of the class, as the class model spells it (fvBD).
- reason: why the question needs it. Name only classes and properties that exist.
- properties: those of its properties that the question is about.
- filters: the conditions that the question itself states, with a property and a constant of the class; a value is null
  for is_empty and is_set, and a comma-separated list for in, not_in, any_bit and all_bits. None if it states none.`

/** Asks which classes a question needs. The context is what retrieval found. */
export function suggestPrompt(question: string, context: ModelContext, manner: Manner): Prompt {
  return {
    name: 'suggest_classes',
    instructions: `${INSTRUCTIONS}\n${writingRules(manner)}\n${DATA_RULE}`,
    prompt: [dataBlock('class_model', context.text), dataBlock('question', plainText(question, LONGEST_QUESTION))].join(
      '\n\n',
    ),
    schema: SCHEMA,
    maxOutputTokens: MOST_TOKENS,
  }
}

function closed(properties: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return { type: 'object', additionalProperties: false, required: Object.keys(properties), properties }
}
