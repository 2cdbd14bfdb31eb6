import { raise, type LevelBoard } from './board.ts'
import { eachContaining } from './grams.ts'
import { documentsOfEntry } from './layout.ts'
import { LEVELS } from './levels.ts'
import { eachStart, type StartFound } from './name-starts.ts'
import type { SearchIndex } from './search-index.ts'

/** Raises entries whose name has the word at the start of one of its words. */
export function matchNameStarts(index: SearchIndex, word: Uint8Array, board: LevelBoard): void {
  const { texts, starts, entries } = index.names
  eachStart(texts, starts, word, (found) => {
    for (let at = entries.starts[found.name]!; at < entries.starts[found.name + 1]!; at++) {
      const entry = entries.values[at]!
      raiseEntry(
        index,
        board,
        entry,
        entry < index.layout.classCount ? classLevel(index, entry, found) : otherLevel(found),
      )
    }
  })
}

function classLevel({ packageLengths }: SearchIndex, id: number, { before, behind, wholeWord }: StartFound): number {
  if (behind === 0 && before === 0) return LEVELS.className
  if (behind === 0 && before === packageLengths[id]) return LEVELS.ownClassName
  return partLevel(before === 0 || before === packageLengths[id], wholeWord)
}

function otherLevel({ before, behind, wholeWord }: StartFound): number {
  return before === 0 && behind === 0 ? LEVELS.otherName : partLevel(before === 0, wholeWord)
}

function partLevel(isPrefix: boolean, wholeWord: boolean): number {
  if (isPrefix) return wholeWord ? LEVELS.namePrefixOfWords : LEVELS.namePrefix
  return wholeWord ? LEVELS.nameWord : LEVELS.nameWordPrefix
}

/** Raises entries with the text anywhere in their name. */
export function matchNameMiddles(index: SearchIndex, text: Uint8Array, board: LevelBoard): void {
  eachContaining(index.names.texts, index.names.grams, text, (name) => raiseName(index, board, name, LEVELS.nameMiddle))
}

/** Raises all entries with a name, given by its id. */
export function raiseName(index: SearchIndex, board: LevelBoard, name: number, level: number): void {
  const { starts, values } = index.names.entries
  for (let at = starts[name]!; at < starts[name + 1]!; at++) raiseEntry(index, board, values[at]!, level)
}

function raiseEntry({ layout }: SearchIndex, board: LevelBoard, entry: number, level: number): void {
  const { from, to } = documentsOfEntry(layout, entry)
  for (let document = from; document < to; document++) raise(board, document, level)
}
