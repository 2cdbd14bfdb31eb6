import { expect, it } from 'vitest'
import type { AiPrompt } from './ai-prompt.ts'
import { fairAnswers } from './fair-answers.ts'

const schemaOf = (...keys: string[]) => ({
  type: 'object',
  properties: Object.fromEntries(keys.map((key) => [key, { type: 'array', items: { type: 'string' } }])),
})
const ask = (text: string, ...keys: string[]) =>
  fairAnswers({
    provider: 'openai',
    model: 'gpt-5.4-mini',
    system: '',
    messages: [{ role: 'user', text }],
    schema: schemaOf(...keys),
    wantsJson: true,
    tool: undefined,
    isStreamed: false,
    maxTokens: undefined,
  } satisfies AiPrompt)

it('proposes and explains the query for bridge domains without a VRF', () => {
  const proposal = ask('<question>which bridge domains have no VRF?</question>', 'nodes', 'edges', 'post_processors')
  const explanation = ask('{"class":"fvBD"} {"class":"fvCtx"} {"join":"without"}', 'sentences')

  expect(proposal).toMatchObject({
    nodes: [{ class_name: 'fvBD' }, { class_name: 'fvCtx' }],
    edges: [{ join: 'without' }],
  })
  expect(explanation).toMatchObject({ sentences: [expect.stringContaining('fvBD'), expect.stringContaining('fvCtx')] })
})

it('makes up all other answers', () => {
  expect(
    JSON.stringify([ask('which ports are down?', 'post_processors'), ask('bridge domains and VRFs', 'classes')]),
  ).not.toContain('fvRsCtx')
})
