import { readFileSync } from 'node:fs'
import Schema from 'typebox/schema'
import { expect, it } from 'vitest'
import { parse } from 'yaml'
import { POST_PROCESSOR_TYPES } from '../post-processing/registry.ts'
import { canvasParts } from './canvas-parts.ts'

const parts = JSON.parse(JSON.stringify(canvasParts())) as Record<string, Record<string, unknown>>
const checkOf = (name: string) => Schema.Compile({ $ref: `#/$defs/${name}`, $defs: parts })

it('is every part of a canvas, and a step of each type', () => {
  expect(Object.keys(parts).slice(0, 4)).toEqual(['QueryNode', 'QueryEdge', 'QueryFilter', 'QueryStep'])
  expect(Object.values((parts['QueryStep'] as any).discriminator.mapping)).toEqual(
    Object.keys(parts)
      .slice(4)
      .map((name) => `#/$defs/${name}`),
  )
  expect(Object.keys((parts['QueryStep'] as any).discriminator.mapping)).toEqual(POST_PROCESSOR_TYPES)
})

it('fits every example of docs/canvas.md', () => {
  const page = readFileSync(new URL('../../../docs/canvas.md', import.meta.url), 'utf8')
  const [node, edge, step] = [checkOf('QueryNode'), checkOf('QueryEdge'), checkOf('QueryStep')]
  const canvases = [...page.matchAll(/```yaml\n([^]*?)```/g)].map(([, text]) => parse(text!) as Record<string, unknown>)

  const misfits = canvases.flatMap(({ nodes = [], edges = [], post_processors: steps = [] }) => [
    ...(nodes as unknown[]).filter((item) => !node.Check(item)),
    ...(edges as unknown[]).filter((item) => !edge.Check(item)),
    ...(steps as unknown[]).filter((item) => !step.Check(item)),
  ])

  expect(canvases.length).toBeGreaterThan(10)
  expect(misfits).toEqual([])
})

it.each<[string, string, object]>([
  ['a step without the options it needs', 'QueryStep', { type: 'limit' }],
  ['the options of another step', 'QueryStep', { type: 'limit', config: { by: [] } }],
  ['a filter inside a step that nobody knows', 'FilterStep', { type: 'filter', config: { filters: [{ all: [{}] }] } }],
])('refuses %s', (_, name, value) => {
  expect(checkOf(name).Check(value)).toBe(false)
})

it('fits every step of docs/post-processors.md and the edge of docs/query-planning.md', () => {
  const pageOf = (name: string) => readFileSync(new URL(`../../../docs/${name}.md`, import.meta.url), 'utf8')
  const blocks = (name: string) => [...pageOf(name).matchAll(/```json\n([^]*?)```/g)].map(([, text]) => text!.trim())
  const [edge, step] = [checkOf('QueryEdge'), checkOf('QueryStep')]
  const steps = blocks('post-processors').flatMap((text): unknown[] =>
    text.startsWith('"post_processors"')
      ? JSON.parse(`{${text}}`).post_processors
      : text.split(/\n(?=\{)/).map((one) => JSON.parse(one)),
  )

  expect(steps.length).toBeGreaterThan(20)
  expect(steps.filter((one) => !step.Check({ id: 'p', ...(one as object) }))).toEqual([])
  expect(blocks('query-planning').map((text) => edge.Check({ id: 'e', ...JSON.parse(text) }))).toEqual([true])
})
