import type { ClassNote } from '../../mim/explorer/note.ts'
import type { ModelContext } from '../../retrieval/context-of.ts'
import { plainName, plainText } from '../../retrieval/plain-text.ts'
import { writingRules } from '../manner.ts'
import { DATA_RULE, dataBlock, type Manner, type Prompt } from '../prompt.ts'

export const MOST_NOTES = 4
export const LONGEST_TITLE = 80
export const LONGEST_NOTE = 400
const LONGEST_KNOWN = 200
const MOST_TOKENS = 1_000

const SCHEMA = {
  type: 'object',
  additionalProperties: false,
  required: ['notes'],
  properties: {
    notes: {
      type: 'array',
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['title', 'text'],
        properties: { title: { type: 'string' }, text: { type: 'string' } },
      },
    },
  },
}

const INSTRUCTIONS = `You help operators of a Cisco ACI fabric understand a class of its object model and query its objects.
<class> has its name, and <class_model> describes it and the classes around it, one per paragraph, with their properties,
constants and joins. Readers already see <known>.
Write at most ${String(MOST_NOTES)} further notes that help to query the class or to read its objects: what an object of it
stands for in the fabric, which properties and constants matter and what they mean, which classes to join it with, and
what is easily misread. Leave out what you are not sure of; no notes are better than vague ones.
- title: at most ${String(LONGEST_TITLE)} characters.
- text: at most ${String(LONGEST_NOTE)} characters. Name only classes and properties of <class_model>.`

/** Asks for notes on a class. `known` are those that the class model itself gives rise to. */
export function notesPrompt(
  className: string,
  known: readonly ClassNote[],
  context: ModelContext,
  manner: Manner,
): Prompt {
  const titles = known.map(({ title, text }) => `${plainText(title, LONGEST_TITLE)}: ${plainText(text, LONGEST_KNOWN)}`)
  return {
    name: 'class_notes',
    instructions: `${INSTRUCTIONS}\n${writingRules(manner)}\n${DATA_RULE}`,
    prompt: [
      dataBlock('class', plainName(className)),
      dataBlock('class_model', context.text),
      dataBlock('known', titles.join('\n')),
    ].join('\n\n'),
    schema: SCHEMA,
    maxOutputTokens: MOST_TOKENS,
  }
}
