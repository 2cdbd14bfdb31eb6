/** Stores distinct rows of numbers, all of the same width. The number of a row is its position. */
export type RowInterner = {
  /** The number of an equal row, which is added if there is none yet. */
  id(row: readonly number[]): number
  cell(row: number, column: number): number
  column(column: number): Uint32Array
  readonly count: number
}

const FIRST_ROOM = 1_024
const FREE = 0

/** A hash table over numbers instead of a map of texts, because there are hundreds of thousands of rows. */
export function createRowInterner(width: number): RowInterner {
  let cells = new Uint32Array(FIRST_ROOM * width)
  // Twice as many slots as rows, a power of two. A slot holds the number of a row plus one.
  let slots = new Uint32Array(FIRST_ROOM * 2)
  let count = 0

  const equals = (id: number, row: readonly number[]) =>
    row.every((cell, column) => cells[id * width + column] === cell)
  const freeSlot = (hash: number) => {
    let slot = hash & (slots.length - 1)
    while (slots[slot] !== FREE) slot = (slot + 1) & (slots.length - 1)
    return slot
  }
  const grow = () => {
    const before = cells
    cells = new Uint32Array(before.length * 2)
    cells.set(before)
    slots = new Uint32Array(slots.length * 2)
    for (let id = 0; id < count; id++) slots[freeSlot(hashOf(cells.subarray(id * width, (id + 1) * width)))] = id + 1
  }

  return {
    id: (row) => {
      const hash = hashOf(row)
      for (let slot = hash & (slots.length - 1); slots[slot] !== FREE; slot = (slot + 1) & (slots.length - 1)) {
        if (equals(slots[slot]! - 1, row)) return slots[slot]! - 1
      }
      if (count * width === cells.length) grow()
      slots[freeSlot(hash)] = count + 1
      cells.set(row, count * width)
      return count++
    },
    cell: (row, column) => cells[row * width + column] ?? 0,
    column: (column) => Uint32Array.from({ length: count }, (_, row) => cells[row * width + column]!),
    get count() {
      return count
    },
  }
}

function hashOf(row: ArrayLike<number>): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < row.length; at++) hash = Math.imul(hash ^ row[at]!, 0x01000193) ^ (hash >>> 15)
  return (hash ^ (hash >>> 13)) >>> 0
}
