import type { ClassNote } from '../../mim/explorer/note.ts'
import type { ClassGraph } from '../../mim/graph/class-graph.ts'
import { spokenText } from '../spoken-text.ts'
import { keepTrueSentences } from './claimed-names.ts'
import { LONGEST_NOTE, LONGEST_TITLE, MOST_NOTES } from './notes-prompt.ts'
import { isFields, listUnder, textUnder } from './read-answer.ts'

const MOST_READ = 20
const LONGEST_READ = 4_000

/** Reads an answer to `notesPrompt`; undefined if it has another shape. Nothing is checked. */
export function readNotes(value: unknown): readonly ClassNote[] | undefined {
  const list = listUnder(value, ['notes', 'insights', 'results'])
  return list?.slice(0, MOST_READ).flatMap((one) => {
    if (!isFields(one)) return []
    const [title, text] = [
      textUnder(one, ['title', 'heading', 'name']),
      textUnder(one, ['text', 'note', 'body', 'description']),
    ]
    return [{ title: title.slice(0, LONGEST_READ), text: text.slice(0, LONGEST_READ) }]
  })
}

/**
 * The notes as people may see them: without sentences that name what does not exist, markup and addresses. A note whose
 * title or whole text is such a sentence is left out. `about` has the classes that the question was asked with.
 */
export function checkNotes(
  notes: readonly ClassNote[],
  graph: ClassGraph,
  about: readonly string[],
): readonly ClassNote[] {
  return notes
    .flatMap((note) => {
      const title = spokenText(keepTrueSentences(note.title, graph, about).join(' '), LONGEST_TITLE)
      const text = whole(keepTrueSentences(note.text, graph, about))
      return title === '' || text === '' ? [] : [{ title, text }]
    })
    .slice(0, MOST_NOTES)
}

/** As many whole sentences as fit; the first is cut if it is too long. */
function whole(sentences: readonly string[]): string {
  let text = ''
  for (const sentence of sentences) {
    const longer = spokenText(`${text} ${sentence}`, LONGEST_READ)
    if (text !== '' && longer.length > LONGEST_NOTE) break
    text = longer
  }
  return spokenText(text, LONGEST_NOTE)
}
