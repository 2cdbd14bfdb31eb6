import { expect, it } from 'vitest'
import { wireCanvas } from '@heddle/domain/canvas-editing/wire-canvas.ts'
import type { PlacedProblem } from '../checks/checks.ts'
import { problemPlace } from './problem-place.ts'

const CANVAS = wireCanvas({
  nodes: [{ id: 'bd', class_name: 'fvBD' }, { id: 'x' }],
  edges: [{ id: 'e', source: 'bd', target: 'x' }],
  post_processors: [{ id: 's', type: 'sort' }],
})

it.each<[Partial<PlacedProblem>, string, string]>([
  [{ node_id: 'bd', path: 'nodes.0.filters.1.value' }, 'fvBD', 'filters.1.value'],
  [{ node_id: 'x', path: 'nodes.1' }, 'x', ''],
  [{ path: 'nodes.0.class_name' }, 'fvBD', 'class_name'],
  [{ edge_id: 'e', path: 'edges.0.through' }, 'fvBD – x', 'through'],
  [{ step_id: 's', path: 'post_processors.0.config.by' }, 'Step 1, sort', 'config.by'],
  [{ node_id: 'gone', path: 'nodes.7' }, 'Query', ''],
  [{ path: 'variables.tenant' }, 'Query', ''],
])('%j is about %s', (problem, name, field) => {
  const place = problemPlace(CANVAS, { code: 'bad_value', message: '', severity: 'error', ...problem })

  expect([place.name, place.field]).toEqual([name, field])
})
