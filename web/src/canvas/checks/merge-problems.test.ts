import { wireCanvas } from '@heddle/domain/canvas-editing/wire-canvas.ts'
import { describe, expect, it } from 'vitest'
import { mergeProblems } from './merge-problems.ts'

const canvas = wireCanvas({
  nodes: [{ id: 'bd' }, { id: 'vrf' }],
  edges: [{ id: 'e1', source: 'bd', target: 'vrf' }],
  post_processors: [{ id: 's1', type: 'limit' }],
})
const problem = (code: string, part: object = {}) => ({ code, message: code, ...part })
const found = (
  errors: readonly ReturnType<typeof problem>[],
  warnings: readonly ReturnType<typeof problem>[] = [],
) => ({
  errors,
  warnings,
})
const codes = (given: Partial<Parameters<typeof mergeProblems>[0]>) =>
  mergeProblems({ canvas, own: undefined, server: undefined, isServerNewest: false, ...given }).map(({ code }) => code)

const OWN = found([problem('unknown_property', { node_id: 'bd' })])
const SERVER = found([problem('unknown_column', { step_id: 's1' }), problem('no_relation', { edge_id: 'e1' })])

describe('problems', () => {
  it.each<[string, Parameters<typeof codes>[0], readonly string[]]>([
    ['are none before anything is known', {}, []],
    [
      "are the server's when it saw this canvas",
      { own: OWN, server: SERVER, isServerNewest: true },
      ['no_relation', 'unknown_column'],
    ],
    [
      "are the page's and what only the server knows after an edit",
      { own: OWN, server: SERVER },
      ['unknown_property', 'no_relation'],
    ],
    ["are the server's when the page could not check", { server: SERVER }, ['no_relation', 'unknown_column']],
    [
      'of parts that are gone are left out',
      { server: found([problem('no_relation', { edge_id: 'e9' }), problem('unknown_class', { node_id: 'gone' })]) },
      [],
    ],
    [
      'are in the order of the canvas, errors before warnings, those of no part first',
      {
        isServerNewest: true,
        server: found(
          [problem('b', { step_id: 's1' }), problem('c', { node_id: 'vrf' }), problem('too_large')],
          [problem('a', { node_id: 'bd' }), problem('d', { node_id: 'vrf' })],
        ),
      },
      ['too_large', 'a', 'c', 'd', 'b'],
    ],
  ])('%s', (_, given, expected) => {
    expect(codes(given)).toEqual(expected)
  })
})
