import type { ExplainFact } from '@heddle/contract/ai.ts'
import { expect, it } from 'vitest'
import type { Canvas } from '../../canvas/canvas.ts'
import { parseCanvas } from '../../canvas/parse-canvas.ts'
import type { Manner } from '../prompt.ts'
import { changesPrompt, queryPrompt, promptTokens } from './explain-prompt.ts'

const MANNER: Manner = { prompt_style: 'normal', verbosity: 'normal', default_complexity: 'auto' }
const FACTS = Array.from({ length: 200 }, (_, index): ExplainFact => ({
  kind: 'field',
  name: `field${index}`,
  text: 'x'.repeat(300),
}))

const canvasOf = (count: number): Canvas =>
  parseCanvas({
    nodes: Array.from({ length: count }, (_, index) => ({ id: `n${index}`, class_name: 'fvBD' })),
    edges: [],
    post_processors: [],
  }).canvas

it('stays below its limit with the canvas and as many facts as fit', () => {
  const small = queryPrompt(FACTS, canvasOf(1), MANNER)
  const large = queryPrompt(FACTS, canvasOf(500), MANNER)
  const changes = changesPrompt(FACTS, MANNER)

  for (const { prompt, facts } of [small, large, changes]) {
    expect(promptTokens(prompt)).toBeLessThan(4_000)
    expect(facts.length).toBeGreaterThan(10)
  }
  expect([small, large].map(({ prompt }) => prompt.prompt.includes('<canvas>'))).toEqual([true, false])
})

it('holds at most twenty rows of results', () => {
  const rows = Array.from({ length: 50 }, (_, index): ExplainFact => ({ kind: 'added', name: `row${index}` }))

  expect(changesPrompt(rows, MANNER).facts).toHaveLength(20)
})
