import type { Problem } from '../../canvas/problem.ts'
import { complexityRule, writingRules } from '../manner.ts'
import { DATA_RULE, dataBlock, type Manner, type Prompt } from '../prompt.ts'
import { withoutMarks } from './describe-canvas.ts'
import { PROPOSAL_SCHEMA } from './proposal-schema.ts'

export type ProposalRequest = {
  readonly question: string
  /** The part of the class model that the question needs. */
  readonly classModel: string
  /** The existing canvas, as `describeCanvas` writes it. */
  readonly canvas: string | undefined
  readonly manner: Manner
}

/** What was wrong with the answer before. */
export type Correction = { readonly answer: unknown; readonly problems: readonly Problem[] }

const MAX_OUTPUT_TOKENS = 6_000
const MOST_PROBLEMS = 20
const LONGEST_ANSWER = 12_000

const RULES = `You turn a question of a network operator into a query against a fabric controller. A query is a canvas: nodes read objects of a
class, edges join them, post_processors process the rows one after the other.
- Use only classes and properties of <class_model>. Leave out what it does not have, and say so in the explanation.
- Every node but one needs an edge, so that all nodes are connected. Edges lead from the class that is kept to the one that is looked up.
  "inner" keeps pairs, "left" keeps every source, "without" keeps sources that have no match (unused, missing, orphaned).
- "through" names a relation class only if several join the two classes, as for consumers and providers of a contract; otherwise null.
- "primary" is true for the one node whose objects the rows are about.
- Filters belong to nodes: property, operator, value; "values" for in, not_in, between. is_empty and is_set have neither. All of a node's filters
  must hold.
- Columns of rows: properties of the primary node by name, those of other nodes as alias.property. dn is always there. "properties" lists
  what to read.
- config of a post_processor is a JSON object as text: filter {"filters":[{"property":column,"operator":..,"value":..}]}, select {"columns":[..]},
  rename {"columns":{old:new}}, compute {"column":..,"expression":..}, sort {"by":[{"column":..,"direction":"asc"|"desc"}]},
  rank {"by":[..],"order":[like sort's "by"],"as":column} numbers rows from 1 within "by" (the first n of each: a filter on it follows),
  limit {"count":n}, distinct {"columns":[..]}, group {"by":[..],"aggregates":[{"function":"count"|"count_distinct"|"sum"|"avg"|"min"|"max"|"first"|
  "last"|"list"|"percentile","column":..,"as":..,"percentile":0..100 (only for percentile),"distinct":true,"where":expression}]}, explode {"column":..}, extract {"column":..,"pattern":..,"into":[..]},
  split_dn {"column":"dn","parts":["tenant","bd",..]}, fill {"columns":[..],"value":..}.
- Ids are short and readable. "reason" says in one sentence why the part is there. "explanation" says how the query answers the question.
- Texts are plain sentences without markup or links.`

const NEW = '- There is no canvas yet: write the whole query, and leave "remove" empty.'
const EDIT = `- <canvas> is the existing query. Answer with changes only: list a part with its id to change it, with a new id to add it, and put ids
  into "remove" to remove parts. In a listed node null means unchanged, and filters and properties are listed whole. What you do not list stays.
  To put a new step before an existing one, list it right before that one.`

const CORRECT =
  'Your answer had problems. Answer again in full, with each of them corrected; use the suggestions or leave the part out.'

/** Asks a language model for a query. */
export function writePrompt(
  { question, classModel, canvas, manner }: ProposalRequest,
  correction?: Correction,
): Prompt {
  return {
    name: 'query_proposal',
    instructions: [
      RULES,
      canvas === undefined ? NEW : EDIT,
      complexityRule(manner),
      writingRules(manner),
      DATA_RULE,
    ].join('\n'),
    prompt: [
      dataBlock('class_model', classModel),
      ...(canvas === undefined ? [] : [dataBlock('canvas', canvas)]),
      dataBlock('question', asData(question)),
      ...(correction ? correctionBlocks(correction) : []),
    ].join('\n'),
    schema: PROPOSAL_SCHEMA,
    maxOutputTokens: MAX_OUTPUT_TOKENS,
  }
}

function correctionBlocks({ answer, problems }: Correction): readonly string[] {
  const lines = problems.slice(0, MOST_PROBLEMS).map(({ code, message, node_id, edge_id, step_id, suggestions }) => {
    const part = node_id ?? edge_id ?? step_id
    return withoutMarks(
      JSON.stringify({ code, message, part, ...(suggestions && suggestions.length > 0 ? { suggestions } : {}) }),
    )
  })
  const written = withoutMarks(JSON.stringify(answer)).slice(0, LONGEST_ANSWER)
  return [dataBlock('your_answer', written), dataBlock('problems', lines.join('\n')), CORRECT]
}

/** The question in the user's own words, but without anything that looks like one of our marks or hides. */
const asData = (question: string): string =>
  question.replace(/[^\S\n]+|(?!\n)\p{C}/gu, ' ').replace(/<(?=[/a-z!])/gi, '‹')
