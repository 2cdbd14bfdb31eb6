import { expect, it } from 'vitest'
import { moveFocus } from './move-focus.ts'

const SIZES = { rows: 100, columns: 5, page: 20 }
const at = { row: 10, column: 2 }
const plain = (key: string) => ({ key, ctrlKey: false, metaKey: false })
const far = (key: string) => ({ key, ctrlKey: true, metaKey: false })

it.each([
  [plain('ArrowDown'), at, { row: 11, column: 2 }],
  [plain('ArrowUp'), { row: 0, column: 2 }, { row: -1, column: 2 }],
  [plain('ArrowUp'), { row: -1, column: 2 }, { row: -1, column: 2 }],
  [plain('ArrowRight'), { row: 10, column: 4 }, { row: 10, column: 4 }],
  [plain('PageDown'), { row: 95, column: 2 }, { row: 99, column: 2 }],
  [plain('PageUp'), at, { row: 0, column: 2 }],
  [plain('End'), at, { row: 10, column: 4 }],
  [far('Home'), at, { row: 0, column: 0 }],
  [far('End'), at, { row: 99, column: 4 }],
  [far('ArrowUp'), at, { row: 0, column: 2 }],
  [far('ArrowRight'), at, { row: 10, column: 4 }],
  [plain('a'), at, undefined],
])('%o from %o leads to %o', (key, from, expected) => {
  expect(moveFocus(key, from, SIZES)).toEqual(expected)
})
