import { describe, expect, it } from 'vitest'
import { commandFor } from './board-keys.ts'

describe('a key on the canvas', () => {
  const keys = { ctrlKey: false, metaKey: false, shiftKey: false, altKey: false }
  it.each([
    [{ key: 'ArrowLeft' }, { x: -8, y: 0 }],
    [
      { key: 'ArrowDown', shiftKey: true },
      { x: 0, y: 40 },
    ],
    [{ key: 'C' }, 'connect'],
    [{ key: 'c', ctrlKey: true }, undefined],
    [{ key: 'z', ctrlKey: true }, 'undo'],
    [{ key: 'Z', ctrlKey: true, shiftKey: true }, 'redo'],
    [{ key: 'y', metaKey: true }, 'redo'],
    [{ key: 'n', ctrlKey: true }, undefined],
    [{ key: '+', shiftKey: true }, 'zoom-in'],
    [{ key: 'n', altKey: true }, undefined],
    [{ key: 'Enter' }, 'inspect'],
    [{ key: 'x' }, undefined],
  ])('%j', (given, command) => {
    expect(commandFor({ ...keys, ...given })).toEqual(command)
  })
})
