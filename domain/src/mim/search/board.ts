/**
 * The best level of each document so far; 0 if not found. Reused between searches, because clearing is cheaper than
 * creating.
 */
export type LevelBoard = { readonly levels: Uint16Array; readonly found: Uint32Array; count: number }

export function createBoard(documentCount: number): LevelBoard {
  return { levels: new Uint16Array(documentCount), found: new Uint32Array(documentCount), count: 0 }
}

export function raise(board: LevelBoard, document: number, level: number): void {
  const before = board.levels[document]!
  if (before === 0) board.found[board.count++] = document
  if (level > before) board.levels[document] = level
}

export function clearBoard(board: LevelBoard): void {
  for (let at = 0; at < board.count; at++) board.levels[board.found[at]!] = 0
  board.count = 0
}
